import { isDeepStrictEqual } from "node:util";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { APPLICATIONS, GROUPS, USERS } from "@licet/engine/internal/testing/random-world.ts";
import type { AccessAccount, Application, User } from "../../packages/server/src/accounts/entities.ts";
import {
  type Change,
  type Entities,
  type EntityKind,
  entityId,
} from "../../packages/server/src/directory/change.ts";
import type { StateStore } from "../../packages/server/src/directory/stores.ts";

export const put = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "put", kind, value }) as Change;
export const remove = <K extends EntityKind>(kind: K, value: Entities[K]): Change =>
  ({ op: "delete", kind, value }) as Change;

/** The kinds that others refer to come first. */
const KINDS = [
  "resource",
  "permission",
  "role",
  "group",
  "user",
  "membership",
  "instance",
  "application",
  "access_account",
  "assignment",
] as const satisfies readonly EntityKind[];

/** The stored entities of a world. */
function entitiesOf(world: World): readonly Change[] {
  const enabled = (principal: string) => !(world.disabled as readonly string[]).includes(principal);
  return [
    ...world.resources.map((value) => put("resource", value)),
    ...world.permissions.map((value) => put("permission", value)),
    ...world.roles.map((value) => put("role", value)),
    ...GROUPS.map((name) => put("group", { name })),
    ...USERS.map((id) => put("user", userOf(id, enabled(`user:${id}`)))),
    ...[...world.memberships, ...world.groupNesting].map((value) => put("membership", value)),
    ...world.instances.map((value) => put("instance", value)),
    ...APPLICATIONS.map((id) => put("application", applicationOf(id, enabled(`application:${id}`)))),
    put("access_account", accountOf(world, enabled("access_account:ak_a"))),
    ...world.assignments.map((value) => put("assignment", value)),
  ];
}

export function userOf(id: string, enabled = true): User {
  return { id, username: id.slice("usr_".length), enabled, attributes: {} };
}

export function applicationOf(id: string, enabled = true): Application {
  return {
    id,
    name: id,
    type: "service",
    enabled,
    redirectUris: [],
    postLogoutRedirectUris: [],
    requirePkce: false,
    firstParty: true,
    delegated: [],
    idTokenAlgorithm: "RS256",
    idTokenClaims: "profile",
    requirePushedRequests: false,
    requireSignedRequestObject: false,
    clientAssertionMaxLifetimeSeconds: 300,
    serves: [],
  };
}

function accountOf({ ceilings }: World, enabled: boolean): AccessAccount {
  const ceiling = ceilings.ak_a?.ceiling;
  return { accessKey: "ak_a", applicationId: "a", enabled, ...(ceiling && { ceiling }) };
}

const nameOf = (change: Change): string => `${change.kind} ${entityId(change)}`;

async function entitiesIn(state: StateStore): Promise<ReadonlyMap<string, Change>> {
  const stored = await Promise.all(
    KINDS.map(async (kind) => (await state.list(kind)).map((value) => put(kind, value as never))),
  );
  return new Map(stored.flat().map((change) => [nameOf(change), change]));
}

/** The changes that make a database what it is in this world. */
export async function changesTowards(world: World, state: StateStore): Promise<readonly Change[]> {
  const before = await entitiesIn(state);
  const after = new Map(entitiesOf(world).map((change) => [nameOf(change), change]));
  const gone = [...before].filter(([name]) => !after.has(name)).map(([, change]) => change);
  const other = [...after].filter(([name, change]) => !isDeepStrictEqual(before.get(name), change));
  return [
    ...gone.reverse().map((change) => remove(change.kind, change.value as never)),
    ...other.map(([, change]) => change),
  ];
}
