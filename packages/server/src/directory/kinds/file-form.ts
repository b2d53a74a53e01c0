import type { LocalizedText } from "@licet/engine/internal/entities.ts";

/** Forms of values in configuration files. The same state gives the same file, in any database. */

/** Compares by code units, so the order depends neither on the machine nor on the database. */
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const sortedBy = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
  items.toSorted((one, other) => compareTexts(keyOf(one), keyOf(other)));

/** JSON data with the members of every map in alphabetical order. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== "object" || value === null) return value;
  const sorted = sortedBy(Object.entries(value), ([name]) => name);
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]));
}

/** English alone is written as a plain string. English comes first among several languages. */
export function writeText(texts: LocalizedText): string | LocalizedText {
  const { en = "", ...others } = texts;
  return Object.keys(others).length === 0 ? en : { en, ...(sortMembers(others) as LocalizedText) };
}
