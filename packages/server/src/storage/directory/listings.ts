import type { EntityKind } from "../../state/change.ts";

/**
 * The index that finds the matches of a filter.
 *
 *   ordered    it lists them in the order of ids
 *   unordered  it lists them in another order
 *   none       there is none: the column has too few values for an index to help
 */
export type FilterIndex = "ordered" | "unordered" | "none";

export type ListFilterColumn =
  | { readonly column: string; readonly index: FilterIndex }
  /** The ids begin with the value. */
  | { readonly idPrefix: (value: string) => string }
  /** The column is a JSON list that contains the value. Every row is checked. */
  | { readonly list: string }
  /** Other rows name the id in `names`, and the value in `column`, which has an index. */
  | { readonly table: string; readonly names: string; readonly column: string };

export interface Listing {
  /** The most selective filters come first. */
  readonly filters: Readonly<Record<string, ListFilterColumn>>;
  /** SQL expressions that hold folded text (see `foldCase`), and whether each of them has an index. */
  readonly search: { readonly expressions: readonly string[]; readonly indexed: boolean };
}

const ordered = (column: string): ListFilterColumn => ({ column, index: "ordered" });
const unordered = (column: string): ListFilterColumn => ({ column, index: "unordered" });
const unindexed = (column: string): ListFilterColumn => ({ column, index: "none" });
/** Resource and group names have no slash, so the text before the first slash is the name. */
const firstPartOfId: ListFilterColumn = { idPrefix: (value) => `${value}/` };

const indexed = (...expressions: string[]): Listing["search"] => ({ expressions, indexed: true });
const scanned = (...expressions: string[]): Listing["search"] => ({ expressions, indexed: false });

/**
 * The filters and the search of each kind. Names that are ids are ASCII, which `lower` folds alike on both engines;
 * generated ids are lower case already. Free text is stored folded, in a column of its own.
 */
export const listings: { readonly [K in EntityKind]: Listing } = {
  resource: { filters: {}, search: scanned("lower(id)") },
  permission: { filters: {}, search: scanned("lower(id)") },
  role: { filters: { inherits: { list: "inherits" } }, search: scanned("lower(id)") },
  group: {
    filters: { member: { table: "group_members", names: "group_name", column: "member" } },
    search: indexed("lower(id)"),
  },
  membership: {
    filters: { member: ordered("member"), group: firstPartOfId },
    search: scanned("lower(id)"),
  },
  instance: {
    filters: { parent: ordered("parent"), resource: firstPartOfId },
    search: indexed("lower(instance_id)"),
  },
  assignment: {
    filters: {
      principal: ordered("principal"),
      at: ordered("instance"),
      role: unordered("role"),
      permission: unordered("permission"),
    },
    search: indexed("id"),
  },
  application: {
    filters: { type: unindexed("type"), enabled: unindexed("enabled") },
    search: indexed("lower(id)", "folded_name"),
  },
  access_account: {
    filters: { application: ordered("application_id"), enabled: unindexed("enabled") },
    search: indexed("lower(id)", "folded_name"),
  },
  secret: { filters: { owner: ordered("owner") }, search: indexed("id") },
  user: {
    filters: { enabled: unindexed("enabled") },
    search: indexed("id", "folded_username", "folded_email", "folded_name"),
  },
};
