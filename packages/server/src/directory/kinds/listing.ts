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

export const ordered = (column: string): ListFilterColumn => ({ column, index: "ordered" });
export const unordered = (column: string): ListFilterColumn => ({ column, index: "unordered" });
/** Resource and group names have no slash, so the text before the first slash is the name. */
export const firstPartOfId: ListFilterColumn = { idPrefix: (value) => `${value}/` };

/** What a list is sorted by. An index has the expression and the id. */
export interface SortColumn {
  /** SQL. Absent: the ids themselves. */
  readonly expression?: string;
  readonly type: "text" | "number";
  /** There are rows without a value. */
  readonly nullable: boolean;
}

/** A text of an entity that a search looks at. */
export interface SearchedText {
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

/** Ids with capital letters are ASCII, which `lower` folds alike on both engines. */
export const FOLDED_ID = { column: "lower(id)", isName: true } as const;
