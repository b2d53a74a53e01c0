/** Random worlds and random changes: what a simulation foretells is what happens when the changes are really made. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  createSimulate,
  type HeldPermission,
} from "../../packages/server/src/management/simulate/simulate.ts";
import { instancesNamed } from "../../packages/server/src/management/simulate/simulate-affected.ts";
import { assignmentId } from "../../packages/server/src/permissions/assignment-id.ts";
import { compileCondition } from "../../packages/server/src/permissions/conditions/compile-condition.ts";
import type { InstanceKey, PrincipalKey } from "../../packages/server/src/permissions/entities.ts";
import { createListPermissions } from "../../packages/server/src/permissions/list/list-permissions.ts";
import type { World } from "../../packages/server/src/permissions/testing/oracle.ts";
import {
  APPLICATIONS,
  anyAssignment,
  anyWorld,
  GROUPS,
  USERS,
} from "../../packages/server/src/permissions/testing/random-world.ts";
import type { Change } from "../../packages/server/src/state/change.ts";
import { anyQuestion, asCheck, contextOf, instanceOf, subjectOf, verdictOf } from "./questions.ts";
import { ENGINES, FEWER_RUNS, type WorldDatabase, worldDatabase } from "./world-database.ts";
import { applicationOf, changesTowards, put, remove, userOf } from "./world-entities.ts";

const NEWCOMER = "usr_new";

/** Further changes beside those to another world: a principal is added, and entities that others need are deleted. */
const moreChanges: fc.Arbitrary<readonly Change[]> = fc
  .record({
    newcomer: fc.option(fc.tuple(fc.constantFrom(...GROUPS), anyAssignment), { nil: undefined }),
    gone: fc.subarray<Change>(
      [
        remove("user", userOf("usr_v")),
        remove("group", { name: "g1" }),
        remove("application", applicationOf("b")),
        remove("application", applicationOf("a")),
      ],
      { maxLength: 1 },
    ),
  })
  .map(({ newcomer, gone }) => [...(newcomer ? arrivalOf(...newcomer) : []), ...gone]);

function arrivalOf(group: string, given: { readonly id: string }): readonly Change[] {
  const { id: _, ...rest } = given;
  const assignment = { ...rest, principal: `user:${NEWCOMER}` } as Parameters<typeof assignmentId>[0];
  return [
    put("user", userOf(NEWCOMER)),
    put("membership", { group, member: `user:${NEWCOMER}` }),
    put("assignment", { ...assignment, id: assignmentId(assignment) }),
  ];
}

const EVERYBODY: readonly PrincipalKey[] = [
  ...APPLICATIONS.map((id): PrincipalKey => `application:${id}`),
  ...[...USERS, NEWCOMER].map((id): PrincipalKey => `user:${id}`),
].toSorted();

for (const engine of ENGINES) {
  describe(`on ${engine}`, () => {
    const database = worldDatabase(engine);
    const second = worldDatabase(engine);

    test("a simulation tells what happens when the changes are made", async () => {
      await fc.assert(
        fc.asyncProperty(
          anyWorld,
          anyWorld,
          fc.infiniteStream(fc.boolean()),
          moreChanges,
          fc.array(anyQuestion, { maxLength: 4 }),
          async (world, other, choice, more, questions) => {
            const [first, committed] = [database(), second()];
            await first.become(world);
            await committed.become(world);
            const changes = [...(await someOf(other, first, choice)), ...more];
            const checks = questions.map(asCheck);
            const context = contextOf("10.0.0.1");
            const store = first.storage.permissions;
            const simulate = createSimulate({ ...first, store, compileCondition });

            const revision = await first.storage.state.revision();
            const simulated = await simulate({ changes, checks, context });
            assert.equal(await first.storage.state.revision(), revision, "nothing was written");
            assert.ok(!simulated.truncated);

            const instances = instancesNamed(changes);
            const before = await permissionsOf(committed, instances);
            const answersBefore = await committed.check.many(checks);
            await committed.commit(changes);
            const after = await permissionsOf(committed, instances);
            const answersAfter = await committed.check.many(checks);

            assert.deepEqual(
              simulated.checks.map((check) => [verdictOf(check.before), verdictOf(check.after)]),
              answersBefore.map((answer, index) => [
                verdictOf(answer),
                verdictOf(answersAfter[index] ?? answer),
              ]),
            );
            const foretold = simulated.subjects.filter(({ subject }) => EVERYBODY.includes(subject));
            const happened = EVERYBODY.map((subject) => ({
              subject,
              gains: missingIn(before.get(subject), after.get(subject)),
              losses: missingIn(after.get(subject), before.get(subject)),
            })).filter(({ gains, losses }) => gains.length + losses.length > 0);
            assert.deepEqual(
              foretold.map(({ subject, gains, losses }) => ({
                subject,
                gains: gains.map(textOf).toSorted(),
                losses: losses.map(textOf).toSorted(),
              })),
              happened,
            );
          },
        ),
        FEWER_RUNS,
      );
    });
  });
}

/** Part of the way to another world. */
async function someOf(
  other: World,
  { storage }: WorldDatabase,
  choice: Iterator<boolean>,
): Promise<readonly Change[]> {
  return (await changesTowards(other, storage.state)).filter(() => choice.next().value);
}

const textOf = ({ permission, at }: HeldPermission): string =>
  at === undefined ? permission : `${permission} ${at}`;

async function permissionsOf(
  database: WorldDatabase,
  instances: readonly InstanceKey[],
): Promise<ReadonlyMap<PrincipalKey, readonly string[]>> {
  const list = createListPermissions(database);
  const permissions = new Map<PrincipalKey, readonly string[]>();
  for (const principal of EVERYBODY) {
    const asked = { subject: subjectOf(principal), context: contextOf("10.0.0.1") };
    const held = (await list(asked)).permissions.map(({ permission }) => permission);
    for (const at of instances) {
      const { permissions } = await list({ ...asked, resource: instanceOf(at) });
      held.push(...permissions.map(({ permission }) => textOf({ permission, at })));
    }
    permissions.set(principal, held);
  }
  return permissions;
}

const missingIn = (some: readonly string[] = [], others: readonly string[] = []): readonly string[] =>
  others.filter((text) => !some.includes(text)).toSorted();
