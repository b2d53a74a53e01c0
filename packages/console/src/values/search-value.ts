/** A text of the address. What looks like a number or a flag comes in as one, and was a text all the same. */
export function textIn(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = search[name];
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Several texts of the address, written once or as a list. */
export function textsIn(search: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = search[name];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => textIn({ one }, "one") ?? []);
}

/** One of the values that are known; anything else counts as absent. */
export const choiceIn = <Value extends string>(
  search: Readonly<Record<string, unknown>>,
  name: string,
  known: readonly Value[],
): Value | undefined => known.find((value) => value === search[name]);
