/** The names of these roles, and of those that they inherit from. */
export const namesOfRoles = (
  roles: readonly { readonly name: string; readonly inherits: readonly string[] }[],
): readonly string[] => [...new Set(roles.flatMap(({ name, inherits }) => [name, ...inherits]))];
