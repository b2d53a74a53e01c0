import { findMatchingPattern } from "@licet/engine/internal/decide.ts";
import type { DelegationLimits } from "@licet/engine/internal/decide-scopes.ts";
import type { Resource } from "@licet/engine/internal/entities.ts";
import type { Permission } from "@licet/engine/internal/model.ts";
import { isOidcScope } from "@licet/engine/internal/values/names.ts";
import type { Application, Client, DelegatedScope } from "../../accounts/entities.ts";

/**
 * Why a client may not ask for a permission on behalf of users: its application was not let to, or it uses an access
 * key whose ceiling is lower.
 */
export const blockedByClient =
  ({ application, accessAccount }: Client): DelegationLimits["blockedBy"] =>
  (permission) => {
    if (!findDelegated(application, permission)) return "client_not_allowed";
    const ceiling = accessAccount?.ceiling;
    return ceiling && findMatchingPattern(ceiling, permission) === undefined ? "key_ceiling" : undefined;
  };

const findDelegated = ({ delegated }: Application, { patterns }: Permission): DelegatedScope | undefined =>
  // The permission by its own name says more than `orders:*`.
  patterns
    .map((pattern) => delegated.find(({ scope }) => scope === pattern))
    .find((entry) => entry !== undefined);

/** Whether any of a resource's permissions may be asked for at all (RFC 8707 §2). */
export const mayAskAt = ({ delegated }: Application, { name }: Resource): boolean =>
  delegated.some(({ scope }) => scope.startsWith(`${name}:`));

/**
 * How the consent page treats an item. An application may request the scopes of OpenID Connect without an entry: then
 * `openid` is required, and the others are optional.
 */
export function consentTreatment(
  application: Application,
  scope: string,
  permission: Permission | undefined,
): DelegatedScope["consent"] {
  if (permission) return findDelegated(application, permission)?.consent ?? "required";
  const entry = application.delegated.find((one) => one.scope === scope);
  if (entry) return entry.consent;
  return isOidcScope(scope) && scope !== "openid" ? "optional" : "required";
}
