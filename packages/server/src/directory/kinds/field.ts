import type { PrincipalType } from "@licet/engine/internal/entities.ts";
import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import { type EpochSeconds, writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import { sortMembers } from "./file-form.ts";
import type { SearchedText } from "./listing.ts";
import { type Opening, whenLonger } from "./opening.ts";
import { attributes, displayName, instant } from "./values.ts";

/** How values of a type are stored in a column. */
export interface Codec<V, S extends string | number = string | number> {
  readonly type: "text" | "number";
  /** The text is JSON. */
  readonly isJson?: true;
  write(value: V): S;
  read(stored: S): V;
}

const itself = <T>(value: T): T => value;
const JSON_TEXT: Codec<unknown, string> = {
  type: "text",
  isJson: true,
  write: JSON.stringify,
  read: JSON.parse,
};

export const text: Codec<string, string> = { type: "text", write: itself, read: itself };
export const textOf = <V extends string>(): Codec<V, string> => text as unknown as Codec<V, string>;
/** Both engines store it unchanged. Queries search it only for references to an entity that is to be deleted. */
export const json = <V>(): Codec<V, string> => JSON_TEXT as Codec<V, string>;
export const number: Codec<number, number> = { type: "number", write: itself, read: itself };
/** 0 or 1: SQLite has no booleans. */
export const flag: Codec<boolean, number> = { type: "number", write: Number, read: (stored) => stored === 1 };

/** What a field names. A permission is `<resource>:<action>`, `<resource>:*` or the name of one without a resource. */
export interface Reference {
  readonly to:
    | "resource"
    | "permission"
    | "role"
    | "group"
    | "instance"
    | "application"
    | "member"
    | "principal";
  /** The member of each item of a list that has the name. Absent: the items are names. */
  readonly member?: string;
  /** The entity is deleted with the one that it names, and does not keep it from being deleted. */
  readonly isOwner?: true;
}

/** What entities belong to. All of these kinds are principals. */
export interface Owner {
  readonly kinds: readonly PrincipalType[];
  /** How the field names its owner. */
  readonly by: "id" | "principal_key";
  /** The database guarantees with a foreign key that the owner exists. */
  readonly isReference?: true;
}

/** What a caller or an author of a file may give. Absent: Licet sets the field. */
type Schema = z.ZodType | undefined;

/** One field of a kind of entity: what every part of Licet needs to know of it. */
interface Described<
  V,
  S extends string | number,
  F extends string,
  Q extends SearchedText,
  W extends string | false,
  Z extends Schema,
> {
  /** Its name in the API, in files and in events. False: it is not shown, or it is shown in a form of its own. */
  readonly wire: W;
  readonly stored: Codec<V, S>;
  /** The form of its value in an entry, with its default. */
  readonly schema?: Z;
  /** A further column with the text as searches and sorts compare it (see `foldCase`). */
  readonly folded?: F;
  /** Lists find entities by the words of it. */
  readonly search?: Q;
  /** The value in the API and in events. Itself by default. */
  toWire?(value: NoInfer<V>): unknown;
  /** The value in a file. As in the API by default. */
  toFile?(value: NoInfer<V>): unknown;
  /** It names another entity, or several. */
  readonly refersTo?: Reference;
  /** An entry that does not have it keeps what is stored: a file must not enable what was disabled since. */
  readonly isKept?: true;
  /** The value of an entry that does not have it, where it is not the default of `schema`. An export leaves it out. */
  defaultOf?(entity: never): NoInfer<V>;
  /** It names the entity that this one is deleted with. */
  readonly belongsTo?: Owner;
  /** Whether a change of it lets another party in. */
  readonly opens: Opening<NoInfer<V> | undefined>;
}

export interface Field<
  V,
  S extends string | number = string | number,
  C extends string = string,
  F extends string = string,
  Q extends SearchedText = SearchedText,
  W extends string | false = string | false,
  Z extends Schema = Schema,
  O extends boolean = boolean,
> extends Described<V, S, F, Q, W, Z> {
  readonly column: C;
  /** True: an entity may be without it. */
  readonly isOptional: O;
}

/** A field whose type does not matter. */
export interface AnyField
  extends Omit<Field<never>, "stored" | "folded" | "search" | "defaultOf" | "opens" | "schema"> {
  readonly stored: Pick<Codec<never>, "type" | "isJson">;
  readonly schema?: Schema;
  defaultOf?(entity: never): unknown;
}

export type Fields = Readonly<Record<string, AnyField>>;

interface Given<
  V,
  S extends string | number,
  C extends string,
  F extends string,
  Q extends SearchedText,
  W extends string | false,
  Z extends Schema,
> extends Described<V, S, F, Q, W, Z> {
  /** Absent: its name in the API. */
  readonly column?: C;
}

/** A field that every entity has. */
export const field = <
  V,
  S extends string | number,
  const W extends string | false,
  const C extends string = never,
  const F extends string = never,
  const Q extends SearchedText = never,
  Z extends Schema = undefined,
>(
  given: Given<V, S, C, F, Q, W, Z>,
): Field<V, S, ColumnOf<NoInfer<C>, W>, F, Q, W, Z, false> => ({
  ...given,
  column: columnOf(given),
  isOptional: false,
});

/** A field that an entity may be without, and an entry as well. */
export const optional = <
  V,
  S extends string | number,
  const W extends string | false,
  const C extends string = never,
  const F extends string = never,
  const Q extends SearchedText = never,
  Z extends z.ZodType = never,
>({
  schema,
  ...given
}: Given<V, S, C, F, Q, W, Z>): Field<
  V,
  S,
  ColumnOf<NoInfer<C>, W>,
  F,
  Q,
  W,
  z.ZodExactOptional<Z>,
  true
> => ({
  ...given,
  ...(schema && { schema: z.exactOptional(schema) }),
  column: columnOf(given),
  isOptional: true,
});

type ColumnOf<C extends string, W> = [C] extends [never] ? Extract<W, string> : C;

const columnOf = <C extends string, W>(given: { readonly column?: C; readonly wire: W }): ColumnOf<C, W> =>
  (given.column ?? given.wire) as ColumnOf<C, W>;

/** Whether an entity may be used. Without it in a file, the stored value stays. */
export const enabledField = (opens: Opening<boolean | undefined>) =>
  field({
    wire: "enabled",
    stored: flag,
    schema: z.exactOptional(z.boolean()),
    defaultOf: () => true,
    isKept: true,
    opens,
  });

/** Attributes that conditions read. */
export const attributesField = (opens: Opening<Attributes | undefined>) =>
  field({
    wire: "attributes",
    stored: json<Attributes>(),
    schema: attributes.default({}),
    toFile: sortMembers,
    opens,
  });

/** A name that an entity may have, for people. */
export const displayNameField = (opens: Opening<string | undefined>) =>
  optional({
    wire: "name",
    folded: "folded_name",
    stored: text,
    schema: displayName,
    search: { column: "folded_name" },
    opens,
  });

/** A time after which an entity does not count. Files and responses have it as text. */
export const expiry = optional({
  wire: "expires_at",
  stored: number as Codec<EpochSeconds, number>,
  schema: instant,
  toWire: writeTime,
  opens: whenLonger,
});

type Required<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly isOptional: false } ? K : never;
}[keyof F];

/** The type of the entities with these fields. */
export type EntityOf<F extends Fields> = {
  readonly [K in Required<F>]: ValueOf<F[K]>;
} & { readonly [K in Exclude<keyof F, Required<F>>]?: ValueOf<F[K]> };

type ValueOf<F> = F extends { readonly stored: Codec<infer V, infer _S> } ? V : never;

/** The members of entries that are these fields. */
export type ShapeOf<F extends Fields> = {
  [K in keyof F as F[K] extends { readonly wire: infer W extends string; readonly schema?: infer Z }
    ? [Extract<Z, z.ZodType>] extends [never]
      ? never
      : W
    : never]: F[K] extends { readonly schema?: infer Z } ? Extract<Z, z.ZodType> : never;
};

/** The columns of these fields, beside those that every row has. */
export type RowOf<F extends Fields> = {
  [K in keyof F as F[K]["column"]]: StoredOf<F[K]>;
} & {
  [K in keyof F as F[K] extends { readonly folded?: infer C } ? Extract<C, string> : never]: StoredOf<F[K]>;
};

type StoredOf<F> = F extends {
  readonly stored: Codec<infer _V, infer S>;
  readonly isOptional: infer O;
}
  ? S | (O extends true ? null : never)
  : never;

/** True when lists find entities by the words of one of these fields. */
export type IsSearched<F extends Fields> = true extends {
  [K in keyof F]: F[K] extends { readonly search?: infer Q } ? ([Q] extends [never] ? false : true) : false;
}[keyof F]
  ? true
  : false;
