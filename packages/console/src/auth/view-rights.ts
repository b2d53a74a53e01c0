import { may } from "./may.ts";
import type { Right } from "./right.ts";

/**
 * What each view needs to be of any use, by the path of its route: one of these. A view that is not named here is
 * for everybody; one below another needs what that one needs as well.
 */
const VIEW_RIGHTS: Readonly<Record<string, readonly Right[]>> = {
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
  "/people": ["users.read"],
  "/people/+new": ["users.write"],
  "/people/$id": ["users.read"],
  "/people/$id/access": ["assignments.read", "groups.read"],
  "/people/$id/permissions": ["list"],
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
export function findMissingRights(path: string): readonly Right[] | undefined {
  const needed = VIEW_RIGHTS[path];
  return needed === undefined || needed.some(may) ? undefined : needed;
}

export const mayOpen = (path: string): boolean => findMissingRights(path) === undefined;
