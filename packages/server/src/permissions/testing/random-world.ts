import fc from "fast-check";
import type { ConditionOutcome } from "../conditions/condition.ts";
import type { Assignment, InstanceKey, PrincipalKey } from "../entities.ts";
import type { World } from "./oracle.ts";

/** Small worlds in which names collide often, for the property tests. */

export const NOW = 1_800_000_000;

const RESOURCES = ["orders", "stock"] as const;
const ACTIONS = ["read", "write"] as const;
const CUSTOM = "billing_admin";
const ROLES = ["r0", "r1", "r2", "r3"] as const;
const GROUPS = ["g0", "g1", "g2"] as const;
const INSTANCE_IDS = ["1", "2", "3", "4"] as const;

/** Conditions with an outcome that is plain to see, by the address a request came from. */
const CONDITIONS: Readonly<Record<string, (ip: string | undefined) => ConditionOutcome>> = {
  true: () => "true",
  false: () => "false",
  'request.ip == "10.0.0.1"': (ip) => (ip === undefined ? "missing" : ip === "10.0.0.1" ? "true" : "false"),
  'request.context.nothing == "x"': () => "missing",
};
export const outcomeFrom = (ip: string | undefined) => (condition: string) =>
  (CONDITIONS[condition] as (ip: string | undefined) => ConditionOutcome)(ip);

export const PERMISSIONS: readonly string[] = [
  ...RESOURCES.flatMap((resource) => ACTIONS.map((action) => `${resource}:${action}`)),
  CUSTOM,
];
export const PRINCIPALS: readonly PrincipalKey[] = [
  "application:a",
  "application:b",
  "access_account:ak_a",
  "user:u",
  "user:v",
];
export const INSTANCES: readonly InstanceKey[] = RESOURCES.flatMap((resource) =>
  INSTANCE_IDS.map((id): InstanceKey => `${resource}/${id}`),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const pattern = fc.constantFrom(...PERMISSIONS, ...RESOURCES.map((resource) => `${resource}:*`));
const condition = maybe(fc.constantFrom(...Object.keys(CONDITIONS)));
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

export const anyAssignment: fc.Arbitrary<Assignment> = fc
  .record({
    principal: fc.constantFrom<PrincipalKey>(
      ...PRINCIPALS,
      "user:*",
      ...GROUPS.map((name): PrincipalKey => `group:${name}`),
    ),
    role: maybe(fc.constantFrom(...ROLES)),
    permission: pattern,
    at: maybe(fc.constantFrom(...INSTANCES)),
    when: condition,
    expiresAt: maybe(fc.integer({ min: NOW - 2, max: NOW + 3 })),
  })
  .map(({ role, permission, ...rest }) => {
    const given = role === undefined ? { permission } : { role };
    return without({ id: `asg_${JSON.stringify([given, rest])}`, ...rest, ...given }) as Assignment;
  });

const grants = fc.array(fc.record({ permission: pattern, when: condition }).map(without), { maxLength: 3 });

/** A later name may only be below an earlier one, so that there are no cycles. */
const edges = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.nat(names.length - 1), fc.nat(names.length - 1)), { maxLength: 4 })
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
    members: fc.array(fc.tuple(fc.constantFrom("u", "v"), fc.constantFrom(...GROUPS)), { maxLength: 3 }),
    parents: edges(INSTANCES),
    assignments: fc.array(anyAssignment, { maxLength: 6 }),
    ceiling: maybe(fc.array(pattern, { maxLength: 2 })),
  })
  .map(({ roleGrants, inheritance, nesting, members, parents, assignments, ceiling }) => ({
    resources: RESOURCES.map((name) => ({
      name,
      identifier: `https://${name}.example.test`,
      signingAlgorithm: "ES256" as const,
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
    assignments,
    instances: INSTANCES.map((key) => {
      const [resource, id] = key.split("/") as [string, string];
      const parent = parents.find(([, below]) => below === key)?.[0] as InstanceKey | undefined;
      return { resource, id, attributes: {}, ...(parent !== undefined && { parent }) };
    }),
    ceilings: ceiling ? { ak_a: { application: "a", ceiling } } : {},
  }));
