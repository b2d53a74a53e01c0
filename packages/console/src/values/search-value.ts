/** Reads a text from the address. The router parses texts that look like a number or a boolean. */
export function textIn(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = search[name];
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Reads several texts from the address, given once or as a list. */
export function textsIn(search: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = search[name];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => textIn({ one }, "one") ?? []);
}

/** Reads one of the known values; any other value counts as absent. */
export const choiceIn = <Value extends string>(
  search: Readonly<Record<string, unknown>>,
  name: string,
  known: readonly Value[],
): Value | undefined => known.find((value) => value === search[name]);
