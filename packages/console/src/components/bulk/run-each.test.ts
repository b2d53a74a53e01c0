import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiProblem, SignedOutError } from "../../api/problem.ts";
import { runEach } from "./run-each.ts";

const problem = (status: number) =>
  new ApiProblem({ type: "urn:licet:problem:test", title: "Test", status }, undefined);
const FAST = { pausesMilliseconds: [1, 1] };

test("every item has its outcome, in order, and a failure keeps no other from being done", async () => {
  const progress: number[] = [];
  const refused = problem(409);
  const outcomes = await runEach(
    [1, 2, 3, 4, 5],
    async (item) => {
      if (item === 2) throw refused;
      return item * 10;
    },
    { onProgress: (settled) => progress.push(settled) },
  );
  assert.deepEqual(outcomes, [
    { item: 1, state: "done", result: 10 },
    { item: 2, state: "failed", error: refused },
    { item: 3, state: "done", result: 30 },
    { item: 4, state: "done", result: 40 },
    { item: 5, state: "done", result: 50 },
  ]);
  assert.deepEqual(progress, [1, 2, 3, 4, 5]);
});

test("a run that is stopped finishes what it began and says what it did not try", async () => {
  const controller = new AbortController();
  const outcomes = await runEach(
    Array.from({ length: 20 }, (_, index) => index),
    async (item) => {
      if (item === 3) controller.abort();
      await nextTurn();
    },
    { signal: controller.signal },
  );
  const done = outcomes.filter(({ state }) => state === "done").length;
  assert.ok(done >= 4 && done <= 6, `${done} were done`);
  assert.ok(outcomes.slice(6).every(({ state }) => state === "stopped"));
});

test("a busy server is asked again; one that stays busy is a failure, and so is any other error at once", async () => {
  const attempts = new Map<string, number>();
  const count = (item: string) => attempts.set(item, (attempts.get(item) ?? 0) + 1).get(item) ?? 0;
  const outcomes = await runEach(
    ["recovers", "stays busy", "is refused"],
    async (item) => {
      const attempt = count(item);
      if (item === "is refused") throw problem(403);
      if (item === "stays busy" || attempt === 1) throw problem(429);
    },
    FAST,
  );
  assert.deepEqual(
    outcomes.map(({ state }) => state),
    ["done", "failed", "failed"],
  );
  assert.deepEqual([...attempts.values()], [2, 3, 1]);
});

test("after the end of the session nothing more is tried", async () => {
  const outcomes = await runEach(
    Array.from({ length: 9 }, (_, index) => index),
    async () => {
      throw new SignedOutError("sign in again");
    },
  );
  assert.equal(outcomes.filter(({ state }) => state === "failed").length, 3);
  assert.equal(outcomes.filter(({ state }) => state === "stopped").length, 6);
});
