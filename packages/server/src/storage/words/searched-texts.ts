import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import type { Entities, EntityKind } from "../../state/change.ts";

/** A text of an entity that a search looks at. */
export interface SearchedText<Value> {
  read(value: Value): string | undefined;
  /**
   * SQL for the folded text, with an index of the entity's own table. It finds the beginning of the text, so that word
   * needs no row of its own.
   */
  readonly column?: string;
  /** Generated ids begin with this. The index finds what comes after it, too: `01ab` finds `usr_01ab`. */
  readonly prefix?: string;
  /** The text names one entity: a search for exactly this text means that one. */
  readonly isName?: boolean;
}

type SearchedTexts = { readonly [K in EntityKind]?: readonly SearchedText<Entities[K]>[] };

/** Ids with capital letters are ASCII, which `lower` folds alike on both engines. Those of users have none. */
const FOLDED_ID = { column: "lower(id)", isName: true } as const;

/** Kinds that are not here cannot be searched. */
const searchedTexts = {
  resource: [
    { read: ({ name }) => name, ...FOLDED_ID },
    { read: ({ displayName = {} }) => Object.values(displayName).join(" ") },
  ],
  permission: [{ read: ({ name }) => name, ...FOLDED_ID }],
  role: [{ read: ({ name }) => name, ...FOLDED_ID }],
  group: [{ read: ({ name }) => name, ...FOLDED_ID }],
  instance: [{ read: ({ id }) => id, column: "lower(instance_id)", isName: true }],
  application: [
    { read: ({ id }) => id, ...FOLDED_ID, prefix: ID_PREFIXES.application },
    { read: ({ name }) => name, column: "folded_name" },
  ],
  access_account: [
    { read: ({ accessKey }) => accessKey, ...FOLDED_ID, prefix: ID_PREFIXES.accessAccount },
    { read: ({ name }) => name, column: "folded_name" },
  ],
  user: [
    { read: ({ id }) => id, column: "id", prefix: ID_PREFIXES.user, isName: true },
    { read: ({ username }) => username, column: "folded_username", isName: true },
    { read: ({ email }) => email, column: "folded_email", isName: true },
    { read: ({ name }) => name, column: "folded_name" },
  ],
} satisfies SearchedTexts;

export type SearchedKind = keyof typeof searchedTexts;

/** Empty for a kind that cannot be searched. */
export const searchedTextsOf = <K extends EntityKind>(kind: K): readonly SearchedText<Entities[K]>[] =>
  (searchedTexts as SearchedTexts)[kind] ?? [];

export const isSearched = (kind: EntityKind): boolean => Object.hasOwn(searchedTexts, kind);
