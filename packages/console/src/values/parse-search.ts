/** A text of the address. The router reads `42` as a number; what was meant is the text. */
export const parseText = (value: unknown): string | undefined =>
  value === undefined || value === null || value === "" || typeof value === "object"
    ? undefined
    : String(value);

type Texts<Name extends string> = { readonly [name in Name]?: string };

/** The members of the address that a view knows, as texts. */
export const parseTexts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Readonly<Record<string, unknown>>): Texts<Name> =>
    Object.fromEntries(
      names
        .map((name) => [name, parseText(search[name])] as const)
        .filter(([, value]) => value !== undefined),
    ) as Texts<Name>;
