import fc from "fast-check";
import { assignmentId } from "../assignment-id.ts";
import type { ConditionOutcome } from "../conditions/condition.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "../entities.ts";
import type { World } from "./oracle.ts";

/** Small worlds in which names collide often, for the property tests. */

export const NOW = 1_800_000_000;

const RESOURCES = ["orders", "stock"] as const;
/** Without instances; its permissions share no token with others. */
const OWN = "licet";
const ACTIONS = ["read", "write"] as const;
const CUSTOM = "billing_admin";
const ROLES = ["r0", "r1", "r2", "r3"] as const;
export const GROUPS = ["g0", "g1", "g2"] as const;
const INSTANCE_IDS = ["1", "2", "3", "4"] as const;

/** The inputs that the conditions here can depend on. */
export interface Circumstances {
  readonly ip?: string | undefined;
  readonly instance?: InstanceKey | undefined;
}

const isEqual = (value: string | undefined, other: string): ConditionOutcome =>
  value === undefined ? "missing" : value === other ? "true" : "false";

/** Conditions with an outcome that is plain to see. */
const CONDITIONS: Readonly<Record<string, (circumstances: Circumstances) => ConditionOutcome>> = {
  true: () => "true",
  false: () => "false",
  'request.ip == "10.0.0.1"': ({ ip }) => isEqual(ip, "10.0.0.1"),
  'request.context.nothing == "x"': () => "missing",
  'resource.id == "1"': ({ instance }) => isEqual(instance?.split("/")[1], "1"),
  "!has(resource.id)": ({ instance }) => (instance === undefined ? "true" : "false"),
};
export const outcomeIn =
  (circumstances: Circumstances) =>
  (condition: string): ConditionOutcome =>
    (CONDITIONS[condition] as (circumstances: Circumstances) => ConditionOutcome)(circumstances);

export const PERMISSIONS: readonly string[] = [
  ...[...RESOURCES, OWN].flatMap((resource) => ACTIONS.map((action) => `${resource}:${action}`)),
  CUSTOM,
];
/**
 * Permissions of Licet itself share no token with others that are requested with them, granted or not. What is not in
 * the catalogue is requested of no token.
 */
export const needsOwnToken = (text: string, items: readonly string[]): boolean =>
  isOwn(text) && isInCatalogue(text) && items.some((other) => !isOwn(other) && isInCatalogue(other));

const isOwn = (item: string): boolean => item.startsWith(`${OWN}:`);
const isInCatalogue = (item: string): boolean => {
  const [resource, ...rest] = item.split(":");
  const named = rest.length === 0 ? item : `${resource}:${rest.at(-1)}`;
  return PERMISSIONS.some((permission) => [permission, `${permission.split(":")[0]}:*`].includes(named));
};

export const USERS = ["usr_u", "usr_v"] as const;
export const APPLICATIONS = ["a", "b"] as const;
export const PRINCIPALS: readonly PrincipalKey[] = [
  ...APPLICATIONS.map((id): PrincipalKey => `application:${id}`),
  "access_account:ak_a",
  ...USERS.map((id): PrincipalKey => `user:${id}`),
  ...GROUPS.map((name): PrincipalKey => `group:${name}`),
];
export const INSTANCES: readonly InstanceKey[] = RESOURCES.flatMap((resource) =>
  INSTANCE_IDS.map((id): InstanceKey => `${resource}/${id}`),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const pattern = fc.constantFrom(...PERMISSIONS, ...[...RESOURCES, OWN].map((resource) => `${resource}:*`));
const condition = maybe(fc.constantFrom(...Object.keys(CONDITIONS)));
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

export const anyAssignment: fc.Arbitrary<Assignment> = fc
  .record({
    principal: fc.constantFrom<PrincipalKey>(...PRINCIPALS, "user:*"),
    role: maybe(fc.constantFrom(...ROLES)),
    permission: pattern,
    at: maybe(fc.constantFrom(...INSTANCES)),
    when: condition,
    expiresAt: maybe(fc.integer({ min: NOW - 2, max: NOW + 3 })),
  })
  .map(({ role, permission, ...rest }) => {
    const given = role === undefined ? { permission } : { role };
    const assignment = without({ ...rest, ...given }) as Omit<Assignment, "id">;
    return { id: assignmentId(assignment), ...assignment };
  });

const distinct = <T>(arbitrary: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(arbitrary, { maxLength, selector: (value) => JSON.stringify(value) });
const rarely = <T>(arbitrary: fc.Arbitrary<readonly T[]>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant<readonly T[]>([]) }, { weight: 1, arbitrary });

const grants = distinct(fc.record({ permission: pattern, when: condition }).map(without), 3);

/** A later name may only be below an earlier one, so that there are no cycles. */
const edges = (names: readonly string[]) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(names.length - 1), fc.nat(names.length - 1)), {
      maxLength: 4,
      selector: (pair) => pair.join(),
    })
    .map((pairs) =>
      pairs
        .filter(([above, below]) => above < below)
        .map(([above, below]) => [names[above], names[below]] as [string, string]),
    );

export const anyWorld: fc.Arbitrary<World> = fc
  .record({
    roleGrants: fc.tuple(...ROLES.map(() => grants)),
    inheritance: edges(ROLES),
    nesting: edges(GROUPS),
    members: distinct(fc.tuple(fc.constantFrom(...USERS), fc.constantFrom(...GROUPS)), 3),
    parents: edges(INSTANCES),
    unregistered: fc.subarray([...INSTANCES], { maxLength: 4 }),
    assignments: fc.uniqueArray(anyAssignment, { maxLength: 6, selector: ({ id }) => id }),
    ceiling: maybe(fc.uniqueArray(pattern, { maxLength: 2 })),
    disabled: rarely(fc.subarray<PrincipalKey>(["user:usr_u", "application:a", "access_account:ak_a"])),
  })
  .map(({ roleGrants, inheritance, nesting, members, parents, unregistered, ...world }) => ({
    resources: [...RESOURCES, OWN].map((name) => ({
      name,
      identifier: `https://${name}.example.test`,
      signingAlgorithm: "ES256" as const,
      accessTokenType: "at+jwt",
      actions: Object.fromEntries(ACTIONS.map((action) => [action, { description: {} }])),
    })),
    permissions: [{ name: CUSTOM, description: {} }],
    roles: ROLES.map((name, index) => ({
      name,
      inherits: [...new Set(inheritance.filter(([above]) => above === name).map(([, below]) => below))],
      grants: roleGrants[index] as { permission: string; when?: string }[],
    })),
    groupNesting: nesting.map(([group, member]) => ({ group, member: `group:${member}` as const })),
    memberships: members.map(([user, group]) => ({ group, member: `user:${user}` as const })),
    assignments: world.assignments,
    disabled: world.disabled,
    instances: INSTANCES.filter((key) => !unregistered.includes(key)).map((key) => {
      const [resource, id] = key.split("/") as [string, string];
      const parent = parents.find(([, below]) => below === key)?.[0] as InstanceKey | undefined;
      return { resource, id, attributes: {}, ...(parent !== undefined && { parent }) };
    }),
    ceilings: world.ceiling ? { ak_a: { application: "a", ceiling: world.ceiling } } : {},
  }));
