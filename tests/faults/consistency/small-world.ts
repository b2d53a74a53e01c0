import type { InstanceKey, Role } from "@licet/engine/internal/entities.ts";
import type { User } from "../../../packages/server/src/accounts/entities.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";

/** The names are few, so that writes and checks often concern the same entities. */

export const USERS = ["usr_0", "usr_1", "usr_2", "usr_3", "usr_4", "usr_5"] as const;
/** More names than users, so that a name can be free, and can have belonged to another user. */
export const USERNAMES = ["ada", "ben", "cleo", "dan", "eve", "finn", "gus", "hal"] as const;
export const GROUPS = ["g0", "g1", "g2"] as const;
export const ROLES = ["r0", "r1", "r2", "r3"] as const;
export const APPLICATIONS = ["machine-a", "machine-b"] as const;
/** Each of the application with the same place in the list. */
export const ACCESS_KEYS = ["ak_a", "ak_b"] as const;
export const PERMISSIONS = ["orders:read", "orders:write", "stock:read", "billing"] as const;
export const PATTERNS = [...PERMISSIONS, "orders:*"] as const;
export const INSTANCES: readonly InstanceKey[] = ["orders/1", "orders/2", "orders/3", "orders/4"];

export const user = (id: string, username: string, enabled = true): User => ({
  id,
  username,
  enabled,
  attributes: {},
});

export const role = (name: string, permissions: readonly string[], inherits: readonly string[]): Role => ({
  name,
  inherits,
  grants: permissions.map((permission) => ({ permission })),
});

export const application = (id: string, enabled = true): Change => ({
  op: "put",
  kind: "application",
  value: {
    id,
    name: id,
    type: "service",
    enabled,
    redirectUris: [],
    postLogoutRedirectUris: [],
    requirePkce: false,
    firstParty: false,
    delegated: [],
    idTokenAlgorithm: "RS256",
    idTokenClaims: "profile",
    requirePushedRequests: false,
    requireSignedRequestObject: false,
    clientAssertionMaxLifetimeSeconds: 300,
    serves: [],
  },
});

export const accessAccount = (
  accessKey: string,
  enabled = true,
  ceiling: readonly string[] | undefined = undefined,
): Change => ({
  op: "put",
  kind: "access_account",
  value: {
    accessKey,
    applicationId: APPLICATIONS[ACCESS_KEYS.indexOf(accessKey as never)] as string,
    enabled,
    ...(ceiling && { ceiling }),
  },
});

const put = (kind: Change["kind"], value: Change["value"]): Change => ({ op: "put", kind, value }) as Change;

/** The state before the experiment: all principals, without a permission. */
export const FIRST_STATE: readonly Change[] = [
  ...["orders", "stock"].map((name) =>
    put("resource", {
      name,
      identifier: `https://${name}.example.test`,
      signingAlgorithm: "ES256",
      accessTokenType: "at+jwt",
      actions: { read: { description: {} }, write: { description: {} } },
    }),
  ),
  put("permission", { name: "billing", description: {} }),
  ...ROLES.map((name) => put("role", role(name, [], []))),
  ...GROUPS.map((name) => put("group", { name })),
  ...USERS.map((id, index) => put("user", user(id, USERNAMES[index] as string))),
  ...APPLICATIONS.map((id) => application(id)),
  ...ACCESS_KEYS.map((key) => accessAccount(key)),
  ...INSTANCES.map((key) => put("instance", { resource: "orders", id: idOf(key), attributes: {} })),
];

export function idOf(instance: InstanceKey): string {
  return instance.slice(instance.indexOf("/") + 1);
}
