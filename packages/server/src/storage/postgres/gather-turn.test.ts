import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../core/errors/errors.ts";
import {
  createDeadline,
  DeadlineError,
  findDeadline,
  requireTime,
  withDeadline,
} from "../../core/time/deadline.ts";
import { gatherTurn } from "./gather-turn.ts";

interface Row {
  readonly doubled: number;
}

/** Doubles numbers, and keeps what it was called with. */
function createDoubling(rejectMany?: Error) {
  const calls: (number | readonly number[])[] = [];
  return {
    calls,
    one: async (given: number): Promise<readonly Row[]> => {
      requireTime();
      calls.push(given);
      return [{ doubled: 2 * given }];
    },
    many: async (given: readonly number[]) => {
      requireTime();
      calls.push(given);
      if (rejectMany) throw rejectMany;
      // As PostgreSQL may answer: in any order, and without a row for some.
      return given
        .map((each, index) => ({ doubled: 2 * each, position: index + 1 }))
        .filter(({ doubled }) => doubled > 0)
        .reverse();
    },
  };
}

const doubledOf = (rows: readonly Row[]) => rows.map(({ doubled }) => doubled);

test("callers of one turn share a statement, and each gets its own rows", async () => {
  const { calls, one, many } = createDoubling();
  const run = gatherTurn(one, many);
  const answers = await Promise.all([1, 0, 3].map(async (each) => doubledOf(await run(each))));
  assert.deepEqual(answers, [[2], [], [6]]);
  assert.deepEqual(calls, [[1, 0, 3]]);
});

test("a caller alone, and one in a later turn, has a statement of its own", async () => {
  const { calls, one, many } = createDoubling();
  const run = gatherTurn(one, many);
  assert.deepEqual(doubledOf(await run(1)), [2]);
  assert.deepEqual(doubledOf(await run(2)), [4]);
  assert.deepEqual(calls, [1, 2]);
});

test("a change is tried again alone when the batch has no row for it", async () => {
  const { calls, one, many } = createDoubling();
  const run = gatherTurn(one, many, { repeatsEmpty: true });
  const answers = await Promise.all([1, 0].map(async (each) => doubledOf(await run(each))));
  assert.deepEqual(answers, [[2], [0]]);
  assert.deepEqual(calls, [[1, 0], 0]);
});

test("a batch that PostgreSQL refuses is run for each caller alone", async () => {
  const { calls, one, many } = createDoubling(new Error("one of the values is refused"));
  const run = gatherTurn(one, many);
  const answers = await Promise.all([1, 2].map(async (each) => doubledOf(await run(each))));
  assert.deepEqual(answers, [[2], [4]]);
  assert.deepEqual(calls, [[1, 2], 1, 2]);
});

test("a batch without an answer is not repeated: it may have been written", async () => {
  const { calls, one, many } = createDoubling(new UnavailableError("the database does not answer"));
  const run = gatherTurn(one, many);
  const settled = await Promise.allSettled([run(1), run(2)]);
  for (const each of settled)
    assert.ok(each.status === "rejected" && each.reason instanceof UnavailableError);
  assert.deepEqual(calls, [[1, 2]]);
});

test("a caller with little time left shares no statement", async () => {
  const { calls, one, many } = createDoubling();
  const run = gatherTurn(one, many);
  await Promise.all([run(1), run(2), withDeadline(createDeadline(1_000), () => run(3))]);
  assert.deepEqual(calls, [3, [1, 2]]);
});

test("a batch has the time of the caller that has the least", async () => {
  const early = createDeadline(5_000);
  const seen: unknown[] = [];
  const run = gatherTurn<number, Row>(
    async () => [],
    async () => {
      seen.push(findDeadline());
      return [];
    },
  );
  await Promise.all([
    run(1),
    withDeadline(createDeadline(8_000), () => run(2)),
    withDeadline(early, () => run(3)),
  ]);
  assert.deepEqual(seen, [early]);
});

test("nothing is sent for a caller whose time is over", async () => {
  const { calls, one, many } = createDoubling();
  const run = gatherTurn(one, many);
  await assert.rejects(
    withDeadline(createDeadline(0), () => run(1)),
    DeadlineError,
  );
  assert.deepEqual(calls, []);
});

test("hundreds of callers are split into several statements", async () => {
  const { calls, one, many } = createDoubling();
  const run = gatherTurn(one, many);
  const numbers = Array.from({ length: 250 }, (_, index) => index + 1);
  const answers = await Promise.all(numbers.map(async (each) => doubledOf(await run(each))));
  assert.deepEqual(
    answers,
    numbers.map((each) => [2 * each]),
  );
  assert.deepEqual(
    calls.map((each) => [each].flat().length),
    [100, 100, 50],
  );
});
