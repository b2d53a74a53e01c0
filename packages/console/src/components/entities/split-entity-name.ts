/** Splits `application:reports` into its kind and id. */
export function splitEntityName(name: string): { readonly kind: string; readonly id: string } {
  const colon = name.indexOf(":");
  return colon === -1 ? { kind: "", id: name } : { kind: name.slice(0, colon), id: name.slice(colon + 1) };
}
