/** Random worlds: an explanation says what the check says, and every link of the path it tells is there in the world. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import { explainCheck } from "@licet/engine/internal/explain/explain-check.ts";
import type { GrantPathExplanation } from "@licet/engine/internal/explain/explanation.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { anyWorld, NOW } from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import { runsOn } from "../support/property-runs.ts";
import { anyQuestion, asCheck, verdictOf, type WorldQuestion } from "./questions.ts";
import { ENGINES, worldDatabase } from "./world-database.ts";

const someQuestions = fc.array(anyQuestion, { minLength: 1, maxLength: 8 });

for (const engine of ENGINES) {
  describe(`on ${engine}`, () => {
    const database = worldDatabase(engine);

    test("an explanation agrees with its check, and its path is in the world", async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, someQuestions, async (world, questions) => {
          const { become, check, factSource } = database();
          await become(world);
          const model = await factSource.model();
          for (const question of questions) {
            const asked = asCheck(question);
            const answer = await check.one(asked);
            const explained = explainCheck(answer, asked, model);
            assert.equal(explained.allowed ? "allowed" : explained.reason, verdictOf(answer));
            if (explained.allowed) {
              assertGrantPath(world, question, explained.via);
              assertHolds(question, explained.via);
              assertCeiling(world, question, explained.within);
              assert.equal(explained.until, answer.allowed ? answer.decision.expiresAt : undefined);
            } else {
              assert.ok(explained.suggestions.length > 0);
              for (const miss of explained.nearMisses) {
                assertGrantPath(world, question, miss);
                assert.ok(miss.blockedBy.length > 0);
              }
            }
          }
        }),
        runsOn(engine),
      );
    });
  });
}

/** Every step of the path, from the subject to the grant, is in the world. */
function assertGrantPath(world: World, { permission }: WorldQuestion, path: GrantPathExplanation): void {
  assert.ok(
    world.assignments.some(({ id }) => id === path.assignment.id),
    "the assignment is stored",
  );
  assert.deepEqual(
    path.assignment,
    world.assignments.find(({ id }) => id === path.assignment.id),
  );
  assert.equal(path.principals.at(-1), path.assignment.principal);
  for (const [member, holder] of pairs(path.principals))
    assert.ok(belongs(world, member, holder), "a member");
  for (const [child, parent] of pairs(path.instances)) assert.ok(isBelow(world, child, parent), "a child");
  assert.equal(path.roles[0], path.assignment.role);
  for (const [heir, inherited] of pairs(path.roles)) {
    assert.ok(roleNamed(world, heir)?.inherits.includes(inherited), "an inherited role");
  }
  assert.ok([permission, `${permission.split(":")[0]}:*`].includes(path.grant));
  const granting = path.roles.at(-1);
  const when = path.conditions.find(({ of }) => of === "role")?.source;
  const granted =
    granting === undefined
      ? [{ permission: path.assignment.permission }]
      : (roleNamed(world, granting)?.grants ?? []);
  assert.ok(
    granted.some((grant) => isDeepStrictEqual(grant, grantOf(path.grant, when))),
    "a grant of the role",
  );
}

/** No step of the path is blocked. */
function assertHolds({ principal, instance }: WorldQuestion, path: GrantPathExplanation): void {
  const { at, expiresAt, when } = path.assignment;
  const subject = principal === "access_account:ak_a" ? "application:a" : principal;
  assert.equal(path.principals[0], subject);
  assert.equal(path.instances.at(-1), at);
  if (at !== undefined) assert.equal(path.instances[0], instance);
  assert.ok(expiresAt === undefined || expiresAt > NOW);
  assert.ok(path.conditions.every(({ outcome }) => outcome === "true"));
  assert.equal(path.conditions.find(({ of }) => of === "assignment")?.source, when);
}

function assertCeiling(
  world: World,
  question: WorldQuestion,
  within: { readonly ceiling: string } | { readonly via: GrantPathExplanation } | undefined,
): void {
  const ceiling = question.principal === "access_account:ak_a" ? world.ceilings.ak_a?.ceiling : undefined;
  assert.equal(within === undefined, ceiling === undefined);
  if (!within) return;
  if ("ceiling" in within) assert.ok(ceiling?.includes(within.ceiling));
  else {
    assertGrantPath(world, question, within.via);
    assert.deepEqual(within.via.principals, ["access_account:ak_a"]);
  }
}

const grantOf = (permission: string, when: string | undefined) =>
  when === undefined ? { permission } : { permission, when };

const pairs = <T>(chain: readonly T[]): readonly (readonly [T, T])[] =>
  chain.slice(1).map((next, index) => [chain[index] as T, next]);

function belongs(world: World, member: PrincipalKey, holder: PrincipalKey): boolean {
  if (holder === "user:*") return member.startsWith("user:");
  const memberships = [...world.memberships, ...world.groupNesting];
  return memberships.some((one) => one.member === member && `group:${one.group}` === holder);
}

const isBelow = ({ instances }: World, child: InstanceKey, parent: InstanceKey): boolean =>
  instances.some(({ resource, id, parent: above }) => `${resource}/${id}` === child && above === parent);

const roleNamed = ({ roles }: World, name: string) => roles.find((role) => role.name === name);
