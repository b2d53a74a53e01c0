import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createDeadline,
  DeadlineError,
  findDeadline,
  remainingMilliseconds,
  requireTime,
  untilDeadline,
  withDeadline,
  withoutDeadline,
  withSharedDeadline,
} from "./deadline.ts";
import { UnavailableError } from "./errors.ts";

const never = new Promise<never>(() => {});

test("work outside of a request has no deadline", async () => {
  assert.equal(findDeadline(), undefined);
  assert.equal(remainingMilliseconds(), Number.POSITIVE_INFINITY);
  requireTime();
  assert.equal(await untilDeadline(Promise.resolve("done")), "done");
});

test("a deadline follows the work of its request through waits and timers", async () => {
  const deadline = createDeadline(1_000);
  await withDeadline(deadline, async () => {
    await sleep(5);
    await Promise.all([sleep(1), new Promise(setImmediate)]);
    assert.equal(findDeadline(), deadline);
    assert.ok(remainingMilliseconds() > 500 && remainingMilliseconds() < 1_000);
  });
  assert.equal(findDeadline(), undefined);
});

test("two requests at once have their own deadlines", async () => {
  const remaining = (milliseconds: number) =>
    withDeadline(createDeadline(milliseconds), async () => {
      await sleep(5);
      return remainingMilliseconds();
    });
  const [short, long] = await Promise.all([remaining(100), remaining(10_000)]);
  assert.ok(short < 100);
  assert.ok(long > 9_000);
});

test("a step after the deadline is refused as unavailable", () => {
  withDeadline(createDeadline(100, performance.now() - 101), () => {
    assert.equal(remainingMilliseconds(), 0);
    assert.throws(
      requireTime,
      (error) => error instanceof DeadlineError && error instanceof UnavailableError,
    );
  });
});

test("a wait ends at the deadline, and the late failure of the work is nobody's", async () => {
  let fail: (error: Error) => void = () => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const started = performance.now();
  await assert.rejects(
    withDeadline(createDeadline(30), () => untilDeadline(work)),
    DeadlineError,
  );
  assert.ok(performance.now() - started < 5_000);
  // An unhandled rejection would fail this test.
  fail(new Error("too late"));
  await new Promise(setImmediate);
});

test("each request that waits for shared work ends at its own deadline", async () => {
  const first = withDeadline(createDeadline(20), () => untilDeadline(never));
  const shared = sleep(60, "loaded");
  const second = withDeadline(createDeadline(5_000), () => untilDeadline(shared));
  await assert.rejects(first, DeadlineError);
  assert.equal(await second, "loaded");
});

test("work that a request only sets off has no deadline", async () => {
  const started = withDeadline(createDeadline(0), () =>
    withoutDeadline(async () => {
      await sleep(1);
      return remainingMilliseconds();
    }),
  );
  assert.equal(await started, Number.POSITIVE_INFINITY);
});

test("shared work has a time of its own, unless the request that began it has as much", () => {
  for (const milliseconds of [0, 3_000, 8_000])
    withDeadline(createDeadline(milliseconds), () =>
      withSharedDeadline(() => {
        assert.ok(remainingMilliseconds() > 6_000);
        assert.ok(remainingMilliseconds() <= 8_000);
      }),
    );
  const justArrived = createDeadline(8_000);
  withDeadline(justArrived, () => withSharedDeadline(() => assert.equal(findDeadline(), justArrived)));
});
