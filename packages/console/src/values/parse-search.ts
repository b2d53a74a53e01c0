/** Reads a text from the address. The router parses `42` as a number; the view expects the text. */
export const parseText = (value: unknown): string | undefined =>
  value === undefined || value === null || value === "" || typeof value === "object"
    ? undefined
    : String(value);

/** Reads several texts from the address, given once or as a list. */
export const parseTextList = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item) => parseText(item) ?? []);

/** Reads one of the known values; any other value counts as absent. */
export const parseChoice = <Value extends string>(
  value: unknown,
  known: readonly Value[],
): Value | undefined => known.find((choice) => choice === value);

type Texts<Name extends string> = { readonly [name in Name]?: string };

/** Reads the known members of the address as texts. */
export const parseTexts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Readonly<Record<string, unknown>>): Texts<Name> =>
    Object.fromEntries(
      names
        .map((name) => [name, parseText(search[name])] as const)
        .filter(([, value]) => value !== undefined),
    ) as Texts<Name>;
