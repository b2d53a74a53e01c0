import type { Delegation } from "../delegation.ts";
import { OAuthError } from "../oauth-error.ts";
import type { UserScopeRequest } from "../scopes/decide-user-scopes.ts";

/** RFC 8707 §2.2: the token endpoint may be asked for fewer resources than the user was, never for others. */
export function narrowResources(
  { resources }: Delegation,
  asked: readonly string[],
): Pick<UserScopeRequest, "resources" | "resourcesAreAuthorized"> {
  if (asked.length === 0) return { resources, resourcesAreAuthorized: true };
  if (resources.length > 0 && !asked.every((identifier) => resources.includes(identifier)))
    throw new OAuthError("invalid_target", "a resource was not part of the authorization request");
  return { resources: asked };
}
