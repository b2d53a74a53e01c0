import type { LicetPermission } from "./licet-permission.ts";
import { may } from "./may.ts";

/**
 * The permissions of each view by the path of its route; the user needs one of them. A view that is not listed is open
 * to all users; a nested view also requires the permissions of its parent.
 */
const VIEW_PERMISSIONS: Readonly<Record<string, readonly LicetPermission[]>> = {
  "/applications": ["applications.read"],
  "/applications/+new": ["applications.write"],
  "/applications/$clientId": ["applications.read"],
  "/applications/$clientId/history": ["audit.read"],
  "/resources": ["resources.read"],
  "/resources/+new": ["resources.write"],
  "/resources/+permissions": ["permissions.read"],
  "/resources/$name": ["resources.read"],
  "/resources/$name/callers": ["list"],
  "/resources/$name/history": ["audit.read"],
  "/roles": ["roles.read"],
  "/roles/+new": ["roles.write"],
  "/roles/$name": ["roles.read"],
  "/groups": ["groups.read"],
  "/groups/+new": ["groups.write"],
  "/groups/$name": ["groups.read"],
  "/assignments": ["assignments.read"],
  "/assignments/new": ["assignments.write"],
  "/check": ["explain", "check"],
  "/draft": ["simulate"],
  "/users": ["users.read"],
  "/users/+new": ["users.write"],
  "/users/$id": ["users.read"],
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
