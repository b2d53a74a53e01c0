import type { AnswerOf } from "../../api/call-api.ts";

type EventData = NonNullable<AnswerOf<"GET /audit">["items"][number]["data"]>;
/** The changed members of an event, by their names in the API. */
export type Changes = NonNullable<EventData["changes"]>;

/** One difference that a sentence tells. `key` is the part of a member that differs, such as an attribute. */
export type Difference = { readonly member: string; readonly key?: string | undefined } & (
  | { readonly how: "changed"; readonly before: unknown; readonly after: unknown }
  | { readonly how: "set"; readonly after: unknown }
  | { readonly how: "cleared"; readonly before: unknown }
  | { readonly how: "added" | "removed"; readonly item: unknown }
  /** A switch, such as `enabled`. */
  | { readonly how: "on" | "off" }
  /** A password, a secret, keys, a long value or an order: there is no short way to tell how it differs. */
  | { readonly how: "replaced" }
);

/** The differences of an update, in the order of its members. */
export const listDifferences = (changes: Changes): readonly Difference[] =>
  Object.entries(changes).flatMap(([member, { before, after, ...rest }]) =>
    Object.keys(rest).length > 0 || UNREADABLE.has(member)
      ? [{ member, how: "replaced" } as const]
      : compare(member, before, after),
  );

/** Sets of public keys are long, and nobody compares them by reading. */
const UNREADABLE: ReadonlySet<string> = new Set(["jwks"]);

function compare(member: string, before: unknown, after: unknown, key?: string): readonly Difference[] {
  const at = key === undefined ? { member } : { member, key };
  if (typeof after === "boolean" && before !== undefined && key === undefined)
    return [{ ...at, how: after ? "on" : "off" }];
  if (isList(before) && isList(after)) return compareLists(at, before, after);
  if (isObject(before) && isObject(after)) return compareObjects(member, key, before, after);
  // A list that is new or gone as a whole is told by its items; an attribute by its value.
  if (key === undefined && isFilledList(before ?? after) && (before === undefined || after === undefined))
    return compareLists(at, before, after);
  if (before === undefined) return [{ ...at, how: "set", after }];
  if (after === undefined) return [{ ...at, how: "cleared", before }];
  return [{ ...at, how: "changed", before, after }];
}

function compareLists(
  at: Pick<Difference, "member" | "key">,
  before: unknown = [],
  after: unknown = [],
): readonly Difference[] {
  const [had, has] = [listOf(before), listOf(after)];
  const lost = had.filter((item) => !has.some((other) => isEqual(item, other)));
  const gained = has.filter((item) => !had.some((other) => isEqual(item, other)));
  if (lost.length + gained.length === 0) return [{ ...at, how: "replaced" }];
  return [
    ...gained.map((item) => ({ ...at, how: "added", item }) as const),
    ...lost.map((item) => ({ ...at, how: "removed", item }) as const),
  ];
}

/** The keys of an object are compared one by one. A new or removed action is told by its name alone. */
function compareObjects(
  member: string,
  key: string | undefined,
  had: Values,
  has: Values,
): readonly Difference[] {
  const keys = [...new Set([...Object.keys(had), ...Object.keys(has)])];
  return keys
    .filter((name) => !isEqual(had[name], has[name]))
    .flatMap((name) => {
      if (
        member === "actions" &&
        key === undefined &&
        !(Object.hasOwn(had, name) && Object.hasOwn(has, name))
      )
        return [{ member, how: Object.hasOwn(has, name) ? "added" : "removed", item: name } as const];
      return compare(member, had[name], has[name], key === undefined ? name : `${key}.${name}`);
    });
}

type Values = Readonly<Record<string, unknown>>;
const isList = (value: unknown): boolean => Array.isArray(value);
const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Compares values of JSON; the order of an object's members has no meaning. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}
