/**
 * `seed-permissions.ts USERS tree|flat|unassigned`: users with ten of a thousand roles each, and the applications that
 * ask and import. The roles inherit from each other unless they are flat. Unassigned users have none of them.
 */
import type { SecretHasher } from "../../../packages/server/src/accounts/secret.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import {
  ACTIONS,
  actionName,
  inheritedRole,
  permissionName,
  RESOURCE_NAMES,
  ROLES,
  roleName,
  rolesOf,
  userId,
} from "../permission-population.ts";
import { API_PERMISSIONS, apiCaller, type Caller, IMPORT_PERMISSIONS, importer } from "../population.ts";
import { assignmentChange, callerChanges } from "./caller-changes.ts";
import { openDatabase } from "./open-database.ts";

const USERS_PER_COMMIT = 1_000;

const [users, shape] = process.argv.slice(2);
await seed(Number(users));

async function seed(count: number): Promise<void> {
  const { commit, close, secrets } = await openDatabase();
  await commit([
    ...resourceChanges(),
    ...roleChanges(shape !== "flat"),
    ...apiCallerChanges(secrets, apiCaller, API_PERMISSIONS),
    ...apiCallerChanges(secrets, importer, IMPORT_PERMISSIONS),
  ]);
  for (let start = 0; start < count; start += USERS_PER_COMMIT) {
    const length = Math.min(USERS_PER_COMMIT, count - start);
    await commit(Array.from({ length }, (_, index) => userChanges(start + index)).flat());
  }
  await close();
}

function resourceChanges(): Change[] {
  const actions = Array.from({ length: ACTIONS }, (_, action) => actionName(action));
  return RESOURCE_NAMES.map((name) => ({
    op: "put",
    kind: "resource",
    value: {
      name,
      identifier: `https://${name}.example.test`,
      signingAlgorithm: "ES256",
      accessTokenType: "at+jwt",
      actions: Object.fromEntries(actions.map((action) => [action, { description: { en: action } }])),
    },
  }));
}

function roleChanges(inheritance: boolean): Change[] {
  return Array.from({ length: ROLES }, (_, role) => {
    const inherited = inheritance ? inheritedRole(role) : undefined;
    return {
      op: "put",
      kind: "role",
      value: {
        name: roleName(role),
        inherits: inherited === undefined ? [] : [roleName(inherited)],
        grants: [{ permission: permissionName(role) }],
      },
    };
  });
}

/** Licet creates its own permissions when it starts, so they need no seed. */
function apiCallerChanges(secrets: SecretHasher, caller: Caller, permissions: readonly string[]): Change[] {
  const principal = `application:${caller.clientId}` as const;
  return [
    ...callerChanges(secrets, caller),
    ...permissions.map((permission) => assignmentChange({ principal, permission })),
  ];
}

function userChanges(user: number): Change[] {
  const id = userId(user);
  return [
    {
      op: "put",
      kind: "user",
      value: { id, username: `user-${user}`, enabled: true, attributes: { department: user % 10 } },
    },
    ...(shape === "unassigned" ? [] : rolesOf(user)).map((role) =>
      assignmentChange({ principal: `user:${id}`, role: roleName(role) }),
    ),
  ];
}
