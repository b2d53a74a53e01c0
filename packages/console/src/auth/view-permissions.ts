import { KINDS } from "../values/kinds.generated.ts";
import type { LicetPermission } from "./licet-permission.ts";
import { may } from "./may.ts";

/** The list, the page for a new entity, and the page of one. */
const viewsOf = (
  kind: "application" | "resource" | "role" | "group" | "user",
  parameter: string,
): Readonly<Record<string, readonly LicetPermission[]>> => ({
  [`/${kind}s`]: [KINDS[kind].mayRead],
  [`/${kind}s/+new`]: [KINDS[kind].mayWrite],
  [`/${kind}s/${parameter}`]: [KINDS[kind].mayRead],
});

/**
 * The permissions of each view by the path of its route; the user needs one of them. A view that is not listed is open
 * to all users; a nested view also requires the permissions of its parent.
 */
const VIEW_PERMISSIONS: Readonly<Record<string, readonly LicetPermission[]>> = {
  ...viewsOf("application", "$clientId"),
  "/applications/$clientId/history": ["audit.read"],
  ...viewsOf("resource", "$name"),
  "/resources/+permissions": [KINDS.permission.mayRead],
  "/resources/$name/callers": ["list"],
  "/resources/$name/history": ["audit.read"],
  ...viewsOf("role", "$name"),
  ...viewsOf("group", "$name"),
  "/assignments": ["assignments.read"],
  "/assignments/new": ["assignments.write"],
  "/check": ["explain", "check"],
  "/draft": ["simulate"],
  ...viewsOf("user", "$id"),
  "/users/$id/access": ["assignments.read", "groups.read"],
  "/users/$id/permissions": ["list"],
  "/users/$id/history": ["audit.read"],
  "/playground": ["explain"],
  "/activity": ["audit.read"],
  "/settings": ["keys.read", "stats.read", "assignments.read"],
  "/settings/keys": ["keys.read"],
  "/settings/tokens": ["stats.read"],
  "/settings/sign-in": ["stats.read"],
  "/settings/administrators": ["assignments.read"],
  "/settings/about": ["stats.read"],
};

/** Any of these permissions would open the view; undefined when the view is open already. */
export function findMissingPermissions(path: string): readonly LicetPermission[] | undefined {
  const needed = VIEW_PERMISSIONS[path];
  return needed === undefined || needed.some(may) ? undefined : needed;
}

export const mayOpen = (path: string): boolean => findMissingPermissions(path) === undefined;
