import { isDeepStrictEqual } from "node:util";
import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import type { z } from "zod";
import type { Topic } from "../../core/feed/change-feed.ts";
import { foldCase } from "../../core/values/fold-case.ts";
import { PARSE_OPTIONS } from "../../input/describe-zod-issue.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import { strictMap } from "../../input/schemas.ts";
import type { Area } from "./areas.ts";
import type { EntityOf, Field, Fields, Owner, RowOf, ShapeOf } from "./field.ts";
import type { ListFilterColumn, SearchedText, SortColumn } from "./listing.ts";
import type { Never } from "./opening.ts";
import type { PrincipalName } from "./principal-name.ts";

type Row = Readonly<Record<string, string | number | null>>;
type Members = Readonly<Record<string, unknown>>;

/** An entry of a configuration file, of an import or of a request: names instead of ids, and no defaults left out. */
export type EntryOf<F extends Fields, B extends z.ZodRawShape> = z.output<z.ZodObject<ShapeOf<F> & B>>;

/** A kind of entity as it is described. */
export interface KindDescription<
  F extends Fields,
  T extends string,
  B extends z.ZodRawShape = z.ZodRawShape,
  L extends string | false = string | false,
  G extends Guarded = Guarded,
  A extends Guarded = Guarded,
> {
  readonly table: T;
  /** The list of a configuration file that has its entries. False: no entry describes it. */
  readonly section: L;
  readonly area: Area;
  /** Whether a change can let somebody do more. The guards have a rule for it (find-granted-permissions.ts). */
  readonly grants: G;
  /** Whether a change can leave nobody who administers Licet. The guards have a rule for it (check-administrators.ts). */
  readonly locksOut: A;
  /** The title of the schema of its entries, and of those inside the entry of its owner. */
  readonly titles?: { readonly entry: string; readonly owned?: string };
  readonly fields: F;
  /** The member that names the entity that it is a part of. An entry inside the entry of that entity is without it. */
  readonly owner?: string;
  /** The members of an entry that are no fields: what is stored apart, or in another form. */
  readonly besides?: B;
  /** What is wrong with an entry, beside the values of single members. */
  findIssues?(entry: NoInfer<EntryOf<F, B>>): Iterable<readonly [path: Path, issue: DescribedIssue]>;
  /** Each is unique among the entries of a list. */
  readonly keys?: readonly ((entry: NoInfer<EntryOf<F, B>>) => string | undefined)[];
  /** What other entries may call it, if that is not its keys. */
  entryNames?(entry: NoInfer<EntryOf<F, B>>): readonly (string | undefined)[];
  /** The key of its row, unique within the kind. */
  id(entity: EntityOf<F>): string;
  /** The topic of the change feed that a change makes stale in the caches of every node. */
  topic(entity: EntityOf<F>): Topic;
  /** The names of a principal. Other entities have none. */
  names?(entity: EntityOf<F>): readonly PrincipalName[];
  /** What lists can be filtered by, the most selective first. */
  readonly filters: Readonly<Record<string, ListFilterColumn>>;
  /** What lists can be sorted by, by the names of the API, the default first. */
  readonly sorts: readonly string[];
  /** Those of `sorts` that are neither a field nor a time of the row. */
  readonly otherSorts?: Readonly<Record<string, SortColumn>>;
  /** SQL. An index has only the rows that name other entities, and finds them by this condition. */
  readonly namesOthers?: string;
  /** The first members of an entry that an export writes, where they are not those of `fields`. */
  readonly exportOrder?: readonly string[];
}

/** True, or why it cannot. */
type Guarded = true | Never;

type Path = readonly (string | number)[];

/** What follows from the description of a kind. */
export interface Kind<
  F extends Fields = Fields,
  T extends string = string,
  B extends z.ZodRawShape = z.ZodRawShape,
  L extends string | false = string | false,
  G extends Guarded = Guarded,
  A extends Guarded = Guarded,
> extends KindDescription<F, T, B, L, G, A> {
  readonly besides: B;
  /** The schema of an entry of its own, and of one inside the entry of its owner. */
  readonly entry: z.ZodObject<ShapeOf<F> & B>;
  readonly ownedEntry: z.ZodObject<ShapeOf<F> & B>;
  /** The columns of `toRow`, beside `id`. */
  readonly columns: readonly Exclude<keyof RowOf<F> & string, "id">[];
  /** Those of the columns that have numbers; the others have texts. */
  readonly numbers: readonly string[];
  toRow(entity: EntityOf<F>): Row;
  fromRow(row: RowOf<F>): EntityOf<F>;
  /**
   * The members of an entity as the API and the configuration file name them, without secrets. The API answers with
   * them, and the audit log compares them.
   */
  members(entity: EntityOf<F>): Members;
  /** The entry of a configuration file: parsed and planned again, it changes nothing. */
  toEntry(entity: EntityOf<F>): Members;
  /** The entity that an entry means, with what no entry has, and with what is kept of the stored one. */
  fromEntry(entry: object, given?: Partial<EntityOf<F>>, stored?: EntityOf<F>): EntityOf<F>;
  /** Throws when lists cannot be sorted by it. */
  sortColumn(name: string): SortColumn;
  /** True when the change lets another party act as the entity; with `for_users`, also when it could get what users give it. */
  opens(after: EntityOf<F>, before: EntityOf<F> | undefined, as: "itself" | "for_users"): boolean;
  /** Empty: the kind cannot be searched. */
  readonly searched: readonly Searched[];
  /** The fields that name what the entity belongs to. */
  readonly owners: readonly OwnerField[];
}

export interface OwnerField extends Owner {
  readonly column: string;
  /** The id or the principal key of the owner, see `by`. */
  read(entity: Members): string;
}

export interface Searched extends SearchedText {
  read(entity: Members): string | undefined;
}

export function defineKind<
  F extends Fields,
  T extends string,
  const L extends string | false,
  const G extends Guarded,
  const A extends Guarded,
  B extends z.ZodRawShape = Record<never, never>,
>(description: KindDescription<F, T, B, L, G, A>): Kind<F, T, B, L, G, A> {
  const { fields, id, table, owner, besides = {} as B, exportOrder = [] } = description;
  const all = Object.entries(fields).map(([name, each]) => [
    name,
    withDefault(each as unknown as Field<unknown>),
  ]) as readonly NamedField[];
  const columns = all.flatMap(([, { column, folded }]) => [
    column,
    ...(folded === undefined ? [] : [folded]),
  ]);
  const entries = createEntries(all, description as unknown as KindDescription<Fields, T>);
  return {
    ...description,
    besides,
    ...(entries as unknown as Pick<Kind<F, T, B, L>, "entry" | "ownedEntry">),
    columns: columns.filter((column) => column !== "id") as readonly string[] as Kind<F, T>["columns"],
    numbers: all.filter(([, { stored }]) => stored.type === "number").map(([, { column }]) => column),
    toRow: createToRow(all, id as (entity: Members) => string) as Kind<F, T>["toRow"],
    fromRow: createFromRow(all) as unknown as Kind<F, T>["fromRow"],
    members: createMembers(all) as Kind<F, T>["members"],
    toEntry: createToEntry(all, owner, exportOrder) as Kind<F, T>["toEntry"],
    fromEntry: createFromEntry(all) as unknown as Kind<F, T>["fromEntry"],
    sortColumn(name) {
      const column = description.sorts.includes(name) && findSortColumn(all, name, description.otherSorts);
      if (!column) throw new Error(`a list of ${table} cannot be sorted by ${name}`);
      return column;
    },
    opens: createOpens(all) as unknown as Kind<F, T>["opens"],
    searched: all.flatMap(([name, { search }]) =>
      search === undefined ? [] : [{ ...search, read: (entity: Members) => searchedText(entity[name]) }],
    ),
    owners: all.flatMap(([name, { column, belongsTo }]) =>
      belongsTo === undefined
        ? []
        : [{ ...belongsTo, column, read: (entity: Members) => String(entity[name]) }],
    ),
  };
}

/** The default of the schema is the value of an entry without the member. */
function withDefault(field: Field<unknown>): Field<unknown> {
  const given = field.schema?.safeParse(undefined, PARSE_OPTIONS);
  if (field.defaultOf !== undefined || !given?.success || given.data === undefined) return field;
  return { ...field, defaultOf: () => given.data };
}

function createEntries(fields: readonly NamedField[], description: KindDescription<Fields, string>) {
  const { owner, besides = {}, titles, findIssues } = description;
  const own: Record<string, z.ZodType> = {};
  for (const [, { wire, schema }] of fields) if (wire !== false && schema) own[wire] = schema;
  const { [owner ?? ""]: ownerSchema, ...shape } = { ...own, ...besides };
  const map = strictMap(shape);
  const ownedEntry = findIssues
    ? map.superRefine((entry, context) => {
        for (const [path, { message, issue }] of findIssues(entry))
          context.addIssue({ code: "custom", path: [...path], message, ...withIssue(issue) });
      })
    : map;
  const entry = ownerSchema ? ownedEntry.safeExtend({ [owner ?? ""]: ownerSchema }) : ownedEntry;
  return {
    ownedEntry: ownedEntry.meta({ title: titles?.owned ?? titles?.entry }),
    entry: entry.meta({ title: titles?.entry }),
  };
}

function createFromEntry(fields: readonly NamedField[]) {
  return (entry: Members, given: Members = {}, stored: Members = {}): Members => {
    const entity: Record<string, unknown> = {};
    for (const [name, { wire, isKept, defaultOf }] of fields) {
      const written = wire === false ? undefined : entry[wire];
      const value =
        given[name] ?? written ?? (isKept ? stored[name] : undefined) ?? defaultOf?.(entity as never);
      if (value !== undefined) entity[name] = value;
    }
    return entity;
  };
}

function createOpens(fields: readonly NamedField[]) {
  return (after: Members, before: Members | undefined, as: "itself" | "for_users"): boolean => {
    if (before === undefined) return true;
    const changed = { after, before } as { readonly after: never; readonly before: never };
    return fields.some(
      ([name, { opens }]) =>
        !("never" in opens) &&
        (opens.as === "itself" || as === "for_users") &&
        opens.when(after[name], before[name], changed),
    );
  };
}

/** All texts of a text in several languages. */
const searchedText = (value: unknown): string | undefined =>
  value === undefined || typeof value === "string" ? value : Object.values(value as object).join(" ");

const STAMP: SortColumn = { type: "number", nullable: false };

function findSortColumn(
  fields: readonly NamedField[],
  name: string,
  others: Readonly<Record<string, SortColumn>> = {},
): SortColumn {
  const found = fields.find(([, { wire }]) => wire === name)?.[1];
  if (found === undefined || Object.hasOwn(others, name))
    return others[name] ?? { ...STAMP, expression: name };
  const { column, folded, stored, isOptional: nullable } = found;
  // Names that are ids are ASCII, which `lower` folds alike on both engines.
  const expression = folded ?? (column === "id" ? "lower(id)" : column);
  return { expression, type: stored.type, nullable };
}

type NamedField = readonly [name: string, field: Field<unknown>];

// Loops without closures or copies: a bulk write describes a million entities.

function createToRow(fields: readonly NamedField[], id: (entity: Members) => string) {
  return (entity: Members): Row => {
    const row: Record<string, string | number | null> = { id: id(entity) };
    for (const [name, { column, folded, stored }] of fields) {
      const value = entity[name];
      row[column] = value === undefined ? null : stored.write(value);
      if (folded !== undefined) row[folded] = value === undefined ? null : foldCase(value as string);
    }
    return row;
  };
}

function createFromRow(fields: readonly NamedField[]) {
  return (row: Row): Members => {
    const entity: Record<string, unknown> = {};
    for (const [name, { column, stored }] of fields) {
      const value = row[column];
      // An absent member is absent and not undefined.
      if (value !== null && value !== undefined) entity[name] = stored.read(value);
    }
    return entity;
  };
}

function createMembers(fields: readonly NamedField[]) {
  const shown = fields.flatMap(([name, { wire, toWire }]) =>
    wire === false ? [] : [{ name, wire, toWire }],
  );
  return (entity: Members): Members => {
    const members: Record<string, unknown> = {};
    for (const { name, wire, toWire } of shown) {
      const value = entity[name];
      if (value !== undefined) members[wire] = toWire === undefined ? value : toWire(value);
    }
    return members;
  };
}

function createToEntry(fields: readonly NamedField[], owner: string | undefined, first: readonly string[]) {
  const written = fields.flatMap(([name, { wire, toWire, toFile = toWire, defaultOf }]) =>
    wire === false || wire === owner ? [] : [{ name, wire, toFile, defaultOf }],
  );
  const rank = (wire: string) => (first.includes(wire) ? first.indexOf(wire) : first.length);
  const inOrder = written.toSorted((one, other) => rank(one.wire) - rank(other.wire));
  return (entity: Members): Members => {
    const entry: Record<string, unknown> = {};
    for (const { name, wire, toFile, defaultOf } of inOrder) {
      const value = entity[name];
      if (value === undefined || isDeepStrictEqual(value, defaultOf?.(entity as never))) continue;
      entry[wire] = toFile === undefined ? value : toFile(value);
    }
    return entry;
  };
}
