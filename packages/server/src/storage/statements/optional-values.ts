/** Omits a null value, so that an absent member is absent and not undefined. */
export const optional = <K extends string, V>(key: K, value: V | null): { readonly [P in K]?: V } =>
  (value === null ? {} : { [key]: value }) as { readonly [P in K]?: V };
