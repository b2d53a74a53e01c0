/** A member of an entry that is left out when its value is undefined. */
type Members = Readonly<Record<string, unknown>>;

/** The entry without the members that have no value: the file means their defaults then. */
export const entryOf = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Undefined for the default, which the file leaves out. */
export const unless = <T>(preset: T, value: T): T | undefined => (value === preset ? undefined : value);

export const unlessEmpty = <T extends readonly unknown[] | Members>(value: T): T | undefined =>
  Object.keys(value).length === 0 ? undefined : value;

/**
 * Call it with the fields of an entity that a writer did not name. A new field is a compile error here until the writer
 * knows it: an export that silently left it out would lose it.
 */
export const requireNoOtherFields = (_: Readonly<Record<string, never>>): void => undefined;

/** Compares by code units, so the order depends neither on the machine nor on the database. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const sortedBy = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
  items.toSorted((one, other) => compareTexts(keyOf(one), keyOf(other)));

/** JSON data with the members of every map in alphabetical order. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== "object" || value === null) return value;
  const sorted = sortedBy(Object.entries(value), ([name]) => name);
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]));
}
