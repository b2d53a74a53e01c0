import { isSame } from "../values/is-same.ts";

interface Difference {
  readonly added: readonly unknown[];
  readonly removed: readonly unknown[];
}

/** Returns the items to add and to remove to turn one list into the other. A changed item is in both. */
export const findDifference = (from: readonly unknown[], to: readonly unknown[]): Difference => ({
  added: without(to, from),
  removed: without(from, to),
});

/**
 * Merges two changes of a list; undefined if both changed the same item. The first member of an item identifies it:
 * `permission`, `scope`, `name`.
 */
export function mergeLists(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): readonly unknown[] | undefined {
  const [my, their] = [findDifference(base, mine), findDifference(base, theirs)];
  const theirIdentities = [...their.added, ...their.removed].map(identityOf);
  const touchedByBoth = [...my.added, ...my.removed].some(
    (item) =>
      theirIdentities.includes(identityOf(item)) && !has(their.added, item) && !has(their.removed, item),
  );
  return touchedByBoth ? undefined : [...without(theirs, my.removed), ...without(my.added, theirs)];
}

const has = (items: readonly unknown[], item: unknown): boolean => items.some((one) => isSame(one, item));
const without = (items: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
  items.filter((item) => !has(others, item));
const identityOf = (item: unknown): string =>
  JSON.stringify(typeof item === "object" && item !== null ? Object.values(item)[0] : item) ?? "";
