/** The order of a list: the API's name of a member, with `-` before it the opposite order. */
export interface Sorting {
  readonly sort: string;
  onSort(next: string): void;
}

/** Reads the order from the address; any other text counts as absent. */
export const parseSort = <Name extends string>(
  text: string | undefined,
  names: readonly Name[],
): Name | `-${Name}` | undefined =>
  names.flatMap((name) => [name, `-${name}`] as const).find((known) => known === text);

const memberOf = (sort: string): string => sort.replace(/^-/, "");

/** The direction of a column: none if the list has another order. */
export function directionOf(columnSort: string, sort: string): "ascending" | "descending" | "none" {
  if (memberOf(columnSort) !== memberOf(sort)) return "none";
  return sort.startsWith("-") ? "descending" : "ascending";
}

/** The order after a click on a column: its first order, then the opposite one. */
export function nextSort(columnSort: string, sort: string): string {
  if (memberOf(columnSort) !== memberOf(sort)) return columnSort;
  return sort.startsWith("-") ? memberOf(sort) : `-${sort}`;
}
