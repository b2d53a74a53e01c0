import { isActionName, isCustomPermissionName, isInstanceId, isOidcScope, isResourceName } from "./names.ts";

/**
 * A parsed item of a `scope` parameter. `text` is the item as requested; the response repeats it.
 *
 *   openid                OpenID Connect's own
 *   billing_admin         a custom permission
 *   orders:read           a permission of a resource
 *   orders:42:read        the same, for one instance (an instance id may contain colons)
 *   orders:*  orders:42:* every action that is granted
 *   anything else         well-formed as a scope token, but no permission can have this name
 */
export type ScopeItem =
  | { readonly kind: "oidc"; readonly text: string }
  | {
      readonly kind: "permission";
      readonly text: string;
      readonly permission: string;
      readonly resource?: string;
      readonly instance?: string;
    }
  | {
      readonly kind: "every-action";
      readonly text: string;
      readonly resource: string;
      readonly instance?: string;
    }
  | { readonly kind: "unknown"; readonly text: string };

export function parseScopeItem(text: string): ScopeItem {
  const first = text.indexOf(":");
  if (first === -1) {
    if (isOidcScope(text)) return { kind: "oidc", text };
    return isCustomPermissionName(text)
      ? { kind: "permission", text, permission: text }
      : { kind: "unknown", text };
  }
  const last = text.lastIndexOf(":");
  const resource = text.slice(0, first);
  const action = text.slice(last + 1);
  const instance = first === last ? undefined : text.slice(first + 1, last);
  const valid =
    isResourceName(resource) &&
    (action === "*" || isActionName(action)) &&
    (instance === undefined || isInstanceId(instance));
  if (!valid) return { kind: "unknown", text };
  const at = instance === undefined ? {} : { instance };
  if (action === "*") return { kind: "every-action", text, resource, ...at };
  return { kind: "permission", text, permission: `${resource}:${action}`, resource, ...at };
}

/** Writes a permission as a scope item, for one instance or for all. */
export function writeScopeItem(permission: string, instance: string | undefined): string {
  if (instance === undefined) return permission;
  const colon = permission.indexOf(":");
  return `${permission.slice(0, colon)}:${instance}${permission.slice(colon)}`;
}
