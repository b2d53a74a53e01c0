// @engine sqlite: no database is used
/** A local checker on a network with faults: cut, delayed, refused and reset again and again, on a machine that sleeps. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import { anyWorld, NOW } from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";
import { createLocalChecker } from "../../packages/sdk/src/local/create-local-checker.ts";
import { PROPERTY_RUNS } from "../support/property-runs.ts";
import { anyQuestion, expectedVerdict, type WorldQuestion } from "./questions.ts";
import { createSimulatedLicet, createSimulatedTime } from "./simulated-licet.ts";

const MAX_AGE = 2_000;

/** Half of the worlds allow one question, so that there are allows which a change ends. */
const GIVEN = { principal: "user:usr_u", permission: "orders:read" } as const;
const anyPlainWorld = fc.tuple(anyWorld, fc.boolean()).map(([world, isGiven]): World => {
  const assignments = world.assignments.filter(({ principal }) => principal !== GIVEN.principal);
  return {
    ...world,
    disabled: world.disabled.filter((principal) => principal !== GIVEN.principal),
    assignments: isGiven ? [...assignments, { id: assignmentId(GIVEN), ...GIVEN }] : assignments,
  };
});
const GIVEN_QUESTION: WorldQuestion = { ...GIVEN, instance: undefined, ip: undefined };

const anyStep = fc.oneof(
  { weight: 4, arbitrary: anyPlainWorld.map((world) => ({ kind: "change", world }) as const) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(1, 100, 500, 900, 2_100, 7_000)
      .map((milliseconds) => ({ kind: "pass", milliseconds }) as const),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "beat" } as const) },
  { weight: 2, arbitrary: anyPlainWorld.map((world) => ({ kind: "late beat", world }) as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "cut" } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "reset" } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "hold" } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: "release" } as const) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(0, 401, 410, 500, 503), { minLength: 1, maxLength: 7 })
      .map((statuses) => ({ kind: "refuse", statuses }) as const),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "cut snapshot" } as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(300, 3_000, 3_600_000)
      .map((milliseconds) => ({ kind: "sleep", milliseconds }) as const),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

const asQuestion = ({ principal, permission, instance, ip }: WorldQuestion) => ({
  subject: principal,
  permission,
  resource: instance,
  // The worlds have one time.
  context: { time: NOW, ...(ip !== undefined && { ip }) },
});

async function take(
  step: Step,
  licet: ReturnType<typeof createSimulatedLicet>,
  time: ReturnType<typeof createSimulatedTime>,
) {
  switch (step.kind) {
    case "change":
      return licet.change(step.world);
    case "late beat":
      // What the network delivers late was true when it was sent.
      licet.hold();
      licet.beat();
      licet.change(step.world);
      await time.pass(1_800);
      licet.release();
      licet.hold();
      return time.pass(1_000);
    case "pass":
      return time.pass(step.milliseconds);
    case "sleep":
      return time.sleep(step.milliseconds);
    case "refuse":
      return licet.refuse(step.statuses);
    case "cut snapshot":
      return licet.cutNextSnapshot();
    default:
      return licet[step.kind]();
  }
}

const seen = { allowed: 0, denied: 0, stale: 0 };

test("no answer is of a world that had ended longer ago than the bound, and each is of one world", async () => {
  const anyScript = fc.array(anyStep, { minLength: 5, maxLength: 40 });
  const someQuestions = fc.array(anyQuestion, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyPlainWorld, anyScript, someQuestions, async (first, script, asked) => {
      const questions = [GIVEN_QUESTION, ...asked];
      const time = createSimulatedTime(NOW * 1_000);
      const licet = createSimulatedLicet(first, time);
      const checker = createLocalChecker({
        issuer: "https://licet.example.test",
        token: "t",
        usernames: true,
        log: () => undefined,
        clock: { now: time.now, monotonic: time.monotonic, sleep: time.pause },
        fetch: licet.fetch as typeof fetch,
        random: () => 0.5,
      });
      const look = () => {
        for (const question of questions) {
          const answer = checker.check(asQuestion(question));
          if (answer.reason === "stale") {
            seen.stale += 1;
            continue;
          }
          seen[answer.allowed ? "allowed" : "denied"] += 1;
          const index = licet.history.findIndex(({ revision }) => revision === answer.revision);
          const { world } = licet.history[index] as (typeof licet.history)[number];
          assert.equal(answer.reason ?? "allowed", expectedVerdict(world, question));
          const endedAt = licet.history[index + 1]?.since ?? Number.POSITIVE_INFINITY;
          assert.ok(endedAt >= time.real() - MAX_AGE, `an answer of ${time.real() - endedAt} ms ago`);
        }
      };
      await time.pass(1);
      look();
      for (const step of script) {
        await take(step, licet, time);
        look();
        await time.pass(0);
        look();
      }
      // Without further faults it recovers, and knows the newest world.
      licet.refuse([]);
      licet.release();
      for (let turn = 0; turn < 60; turn += 1) {
        await time.pass(250);
        licet.beat();
      }
      await time.pass(0);
      look();
      const { isFresh, revision } = checker.status();
      assert.deepEqual({ isFresh, revision }, { isFresh: true, revision: licet.history.at(-1)?.revision });
      await Promise.all([checker.close(), time.pass(1)]);
      for (const question of questions) assert.equal(checker.check(asQuestion(question)).reason, "stale");
    }),
    { numRuns: PROPERTY_RUNS },
  );
  const { allowed, denied, stale } = seen;
  assert.ok(allowed > 300 && denied > 500 && stale > 500, JSON.stringify(seen));
});
