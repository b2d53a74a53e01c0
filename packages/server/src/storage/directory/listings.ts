import type { LIST_SORTS, SortedKind } from "../../management/stores.ts";
import type { EntityKind } from "../../state/change.ts";

/**
 * The index that finds the matches of a filter.
 *
 *   ordered    it lists them in the order of ids
 *   unordered  it lists them in another order
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

/** What a list is sorted by. An index has the expression and the id. */
export interface SortColumn {
  /** SQL. Absent: the ids themselves. */
  readonly expression?: string;
  readonly type: "text" | "number";
  /** There are rows without a value. */
  readonly nullable: boolean;
}

type Sorts<K extends EntityKind> = K extends SortedKind
  ? { readonly [Name in (typeof LIST_SORTS)[K][number]]: SortColumn }
  : Readonly<Record<never, never>>;

export interface Listing<K extends EntityKind = EntityKind> {
  /** The most selective filters come first. */
  readonly filters: Readonly<Record<string, ListFilterColumn>>;
  readonly sorts: Sorts<K>;
}

const ordered = (column: string): ListFilterColumn => ({ column, index: "ordered" });
const unordered = (column: string): ListFilterColumn => ({ column, index: "unordered" });
/** Resource and group names have no slash, so the text before the first slash is the name. */
const firstPartOfId: ListFilterColumn = { idPrefix: (value) => `${value}/` };

const text = (expression: string): SortColumn => ({ expression, type: "text", nullable: false });
const number = (expression: string): SortColumn => ({ expression, type: "number", nullable: false });
const optionalText = (expression: string): SortColumn => ({ ...text(expression), nullable: true });
const optionalNumber = (expression: string): SortColumn => ({ ...number(expression), nullable: true });
/** Names that are ids are ASCII, which `lower` folds alike on both engines. */
const id = text("lower(id)");
const updated = number("updated_at");

/** The filters and the orders of each kind. Free text is stored folded (see `foldCase`), in a column of its own. */
export const listings: { readonly [K in EntityKind]: Listing<K> } = {
  resource: {
    filters: {},
    sorts: { name: id, identifier: text("identifier"), signing_alg: text("signing_algorithm") },
  },
  permission: { filters: {}, sorts: { name: id, updated_at: updated } },
  role: { filters: { inherits: { list: "inherits" } }, sorts: { name: id, updated_at: updated } },
  group: {
    filters: { member: { table: "group_members", names: "group_name", column: "member" } },
    sorts: { name: id, updated_at: updated },
  },
  membership: { filters: { member: ordered("member"), group: firstPartOfId }, sorts: {} },
  instance: {
    filters: { parent: ordered("parent"), resource: firstPartOfId },
    sorts: {
      // A list has the instances of one resource, and their ids begin with it.
      id: { type: "text", nullable: false },
      parent: optionalText("parent"),
      updated_at: updated,
    },
  },
  assignment: {
    filters: {
      principal: ordered("principal"),
      at: ordered("instance"),
      role: unordered("role"),
      permission: unordered("permission"),
    },
    sorts: {
      role_or_permission: text("coalesce(role, permission)"),
      at: optionalText("instance"),
      expires_at: optionalNumber("expires_at"),
    },
  },
  application: {
    filters: { type: ordered("type"), enabled: ordered("enabled") },
    sorts: {
      name: text("folded_name"),
      client_id: id,
      type: text("type"),
      enabled: number("enabled"),
      updated_at: updated,
    },
  },
  access_account: {
    filters: { application: ordered("application_id"), enabled: ordered("enabled") },
    sorts: {
      name: optionalText("folded_name"),
      access_key: id,
      enabled: number("enabled"),
      expires_at: optionalNumber("expires_at"),
    },
  },
  secret: { filters: { owner: ordered("owner") }, sorts: {} },
  user: {
    filters: { enabled: ordered("enabled") },
    sorts: {
      name: optionalText("folded_name"),
      username: text("folded_username"),
      email: optionalText("folded_email"),
      enabled: number("enabled"),
      created_at: number("created_at"),
    },
  },
};
