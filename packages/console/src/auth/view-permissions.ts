import type { LicetPermission } from "./licet-permission.ts";
import { may } from "./may.ts";

/**
 * What each view needs to be of any use, by the path of its route: one of these. A view that is not named here is
 * for everybody; one below another needs what that one needs as well.
 */
const VIEW_PERMISSIONS: Readonly<Record<string, readonly LicetPermission[]>> = {
  "/applications": ["applications.read"],
  "/applications/+new": ["applications.write"],
  "/applications/$clientId": ["applications.read"],
  "/resources": ["resources.read"],
  "/resources/+new": ["resources.write"],
  "/resources/+permissions": ["permissions.read"],
  "/resources/$name": ["resources.read"],
  "/resources/$name/callers": ["list"],
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
  "/playground": ["explain"],
  "/activity": ["audit.read"],
  "/settings": ["keys.read", "stats.read", "assignments.read"],
  "/settings/keys": ["keys.read"],
  "/settings/tokens": ["stats.read"],
  "/settings/sign-in": ["stats.read"],
  "/settings/administrators": ["assignments.read"],
  "/settings/about": ["stats.read"],
};

/** One of these would open the view; undefined when it is open already. */
export function findMissingPermissions(path: string): readonly LicetPermission[] | undefined {
  const needed = VIEW_PERMISSIONS[path];
  return needed === undefined || needed.some(may) ? undefined : needed;
}

export const mayOpen = (path: string): boolean => findMissingPermissions(path) === undefined;
