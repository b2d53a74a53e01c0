/** Changes members of the address. A member that becomes `""` or undefined leaves it. */
export const mergeSearch = <Search extends object>(
  before: Search,
  change: { readonly [Name in keyof Search]?: Search[Name] | undefined },
): Search =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ""),
  ) as Search;
