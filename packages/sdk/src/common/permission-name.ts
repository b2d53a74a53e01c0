/**
 * The names of the permissions of an installation. `licet types` writes them:
 *
 *     declare module "@licet/sdk/permissions" {
 *       interface Register { permission: "orders:read" | "orders:write" }
 *     }
 *
 * An entry point has to pass this on by `export *`: TypeScript merges no interface that is exported by its name from
 * another file.
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications add a member to it
export interface Register {}

/** Any text, until the application registers its permissions. */
export type PermissionName = Register extends { readonly permission: infer Name extends string }
  ? Name
  : string;
