import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { ReplicaRecord } from "@licet/engine/internal/replica/records.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { APPLICATIONS, USERS } from "@licet/engine/internal/testing/random-world.ts";

/** A world as the records of a copy, without a server: the same as `world-entities.ts` stores. */
export function recordsOf(world: World): readonly ReplicaRecord[] {
  return [...keyedRecords(world).values()];
}

/** The records that turn a copy of one world into a copy of another: only what differs. */
export function recordsBetween(before: World, after: World): readonly ReplicaRecord[] {
  const known = keyedRecords(before);
  const wanted = keyedRecords(after);
  const changed = [...wanted].filter(
    ([key, record]) => JSON.stringify(known.get(key)) !== JSON.stringify(record),
  );
  const gone = [...known].filter(([key]) => !wanted.has(key));
  return [...changed.map(([, record]) => record), ...gone.map(([, record]) => absenceOf(record))];
}

function keyedRecords(world: World): ReadonlyMap<string, ReplicaRecord> {
  const isEnabled = (principal: PrincipalKey) => !world.disabled.includes(principal);
  const ceiling = world.ceilings.ak_a?.ceiling;
  const records: readonly ReplicaRecord[] = [
    {
      kind: "model",
      resources: world.resources.map(({ name, actions }) => ({ name, actions: Object.keys(actions) })),
      permissions: world.permissions.map(({ name }) => name),
      roles: world.roles,
      nesting: world.groupNesting,
    },
    ...USERS.map(
      (id) => ({ kind: "user", id, enabled: isEnabled(`user:${id}`), username: id.slice(4) }) as const,
    ),
    ...APPLICATIONS.map(
      (id) => ({ kind: "application", id, enabled: isEnabled(`application:${id}`) }) as const,
    ),
    {
      kind: "access_account",
      access_key: "ak_a",
      application: "a",
      enabled: isEnabled("access_account:ak_a"),
      ...(ceiling && { ceiling }),
    },
    ...world.instances.map(
      ({ resource, id, parent }) =>
        ({ kind: "instance", key: `${resource}/${id}`, ...(parent !== undefined && { parent }) }) as const,
    ),
    ...principalRecords(world),
  ];
  return new Map(records.map((record) => [keyOf(record), record]));
}

function principalRecords(world: World): readonly ReplicaRecord[] {
  const members = world.memberships.map(({ member }) => member);
  const keys = new Set<string>([...world.assignments.map(({ principal }) => principal), ...members]);
  return [...keys].map((key) => {
    const groups = world.memberships.filter(({ member }) => member === key).map(({ group }) => group);
    return {
      kind: "principal",
      key,
      assignments: world.assignments
        .filter(({ principal }) => principal === key)
        .map(({ role, permission, at, when, expiresAt }) => ({
          ...(role === undefined ? { permission: permission as string } : { role }),
          ...(at !== undefined && { at }),
          ...(when !== undefined && { when }),
          ...(expiresAt !== undefined && { expires_at: expiresAt }),
        })),
      ...(groups.length > 0 && { groups }),
    };
  });
}

function keyOf(record: ReplicaRecord): string {
  switch (record.kind) {
    case "model":
      return "model";
    case "access_account":
      return `access_account ${record.access_key}`;
    case "principal":
    case "instance":
      return `${record.kind} ${record.key}`;
    default:
      return `${record.kind} ${record.id}`;
  }
}

function absenceOf(record: ReplicaRecord): ReplicaRecord {
  if (record.kind === "principal") return { kind: "principal", key: record.key, assignments: [] };
  if (record.kind === "instance") return { kind: "removed", of: "instance", id: record.key };
  throw new Error(`worlds always have the same records of kind ${record.kind}`);
}
