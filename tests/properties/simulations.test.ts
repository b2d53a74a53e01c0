/**
 * Random worlds and random changes: a simulation predicts what happens when the changes are committed. The
 * oracle lists the permissions of all subjects, everywhere and at every instance, before and after.
 */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import { compileCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import {
  APPLICATIONS,
  anyAssignment,
  anyWorld,
  GROUPS,
  INSTANCES,
  USERS,
} from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import type { Change } from "../../packages/server/src/directory/change.ts";
import {
  createSimulate,
  type HeldPermission,
} from "../../packages/server/src/directory/simulate/simulate.ts";
import { createListPermissions } from "../../packages/server/src/permissions/list/list-permissions.ts";
import { createGatherSubjectFacts } from "../../packages/server/src/permissions/subject-facts.ts";
import { runsOn } from "../support/property-runs.ts";
import { anyQuestion, asCheck, contextOf, instanceOf, subjectOf, verdictOf } from "./questions.ts";
import { ENGINES, FEWER, type WorldDatabase, worldDatabase } from "./world-database.ts";
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
  .map(({ newcomer, gone }) => [...(newcomer ? createNewcomer(...newcomer) : []), ...gone]);

function createNewcomer(group: string, given: { readonly id: string }): readonly Change[] {
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

            const before = await listHeldPermissions(committed);
            const answersBefore = await committed.check.many(checks);
            await committed.commit(changes);
            const after = await listHeldPermissions(committed);
            const answersAfter = await committed.check.many(checks);

            assert.deepEqual(
              simulated.checks.map((check) => [verdictOf(check.before), verdictOf(check.after)]),
              answersBefore.map((answer, index) => [
                verdictOf(answer),
                verdictOf(answersAfter[index] ?? answer),
              ]),
            );
            for (const subject of EVERYBODY) {
              const told = simulated.subjects.find((one) => one.subject === subject);
              const [was, is] = [before.get(subject), after.get(subject)] as [Access, Access];
              assertTells(`${subject} gains`, told?.gains, { less: was, more: is });
              assertTells(`${subject} loses`, told?.losses, { less: is, more: was });
            }
          },
        ),
        runsOn(engine, FEWER),
      );
    });
  });
}

/** Some of the changes that lead to another world. */
async function someOf(
  other: World,
  { storage }: WorldDatabase,
  choice: Iterator<boolean>,
): Promise<readonly Change[]> {
  return (await changesTowards(other, storage.state)).filter(() => choice.next().value);
}

/** The permissions of a subject, and the instances that Licet knows: registered ones, and those of its assignments. */
interface Access {
  readonly held: ReadonlySet<string>;
  readonly known: ReadonlySet<InstanceKey>;
  /** Each instance, and those above it. */
  readonly paths: ReadonlyMap<InstanceKey, readonly InstanceKey[]>;
}

const textOf = (permission: string, at?: InstanceKey): string =>
  at === undefined ? permission : `${permission} ${at}`;

/**
 * All that is told happens, and all that happens at a known instance is told: for the instance, for one above it, or
 * for everywhere. Nothing is told twice.
 */
function assertTells(
  about: string,
  told: readonly HeldPermission[] = [],
  { less, more }: { readonly less: Access; readonly more: Access },
): void {
  const happened = new Set([...more.held].filter((text) => !less.held.has(text)));
  const texts = new Set(told.map(({ permission, at }) => textOf(permission, at)));
  assert.equal(texts.size, told.length, `${about} nothing twice`);
  for (const text of texts) assert.ok(happened.has(text), `${about} ${text}, which does not happen`);
  for (const text of happened) {
    const [permission, at] = text.split(" ") as [string, InstanceKey | undefined];
    if (at && !less.known.has(at) && !more.known.has(at)) continue;
    const above = at ? [undefined, ...(more.paths.get(at) ?? []).slice(1)] : [];
    const covered = above.filter((key) => texts.has(textOf(permission, key)));
    assert.equal(texts.has(text), covered.length === 0, `${about} ${text}: ${[...texts].join(", ")}`);
  }
}

async function listHeldPermissions(database: WorldDatabase): Promise<ReadonlyMap<PrincipalKey, Access>> {
  const list = createListPermissions(database);
  const gather = createGatherSubjectFacts(database);
  const registered = (await database.storage.state.list("instance")).map(
    ({ resource, id }): InstanceKey => `${resource}/${id}`,
  );
  const access = new Map<PrincipalKey, Access>();
  for (const principal of EVERYBODY) {
    const asked = { subject: subjectOf(principal), context: contextOf("10.0.0.1") };
    const held = (await list(asked)).permissions.map(({ permission }) => permission);
    for (const at of INSTANCES) {
      const { permissions } = await list({ ...asked, resource: instanceOf(at) });
      held.push(...permissions.map(({ permission }) => textOf(permission, at)));
    }
    const about = await gather(asked.subject, INSTANCES);
    const facts = "facts" in about ? about.facts : undefined;
    const assigned = facts?.assignmentsByPrincipal.flatMap(({ assignments }) => assignments) ?? [];
    access.set(principal, {
      held: new Set(held),
      known: new Set([...registered, ...assigned.flatMap(({ at }) => at ?? [])]),
      paths: new Map([...(facts?.instances ?? [])].map(([key, { path }]) => [key, path])),
    });
  }
  return access;
}
