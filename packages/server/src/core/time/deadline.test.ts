import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { UnavailableError } from "../errors/errors.ts";
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

const never = new Promise<never>(() => {});

test("work outside of a request has no deadline", async () => {
  assert.equal(findDeadline(), undefined);
  assert.equal(remainingMilliseconds(), Number.POSITIVE_INFINITY);
  requireTime();
  assert.equal(await untilDeadline(Promise.resolve("done")), "done");
});

test("a deadline follows the work of its request through waits and timers", async () => {
  const deadline = createDeadline(60_000);
  await withDeadline(deadline, async () => {
    // Sleeps: the deadline has to follow a timer.
    await sleep(5);
    // Sleeps: it also has to follow a timer beside other work.
    await Promise.all([sleep(1), nextTurn()]);
    assert.equal(findDeadline(), deadline);
    assert.ok(remainingMilliseconds() > 0 && remainingMilliseconds() < 60_000);
  });
  assert.equal(findDeadline(), undefined);
});

test("two requests at once have their own deadlines", async () => {
  const remaining = (milliseconds: number) =>
    withDeadline(createDeadline(milliseconds), async () => {
      await nextTurn();
      return remainingMilliseconds();
    });
  const [short, long] = await Promise.all([remaining(100), remaining(1_000_000)]);
  assert.ok(short < 100);
  assert.ok(long > 500_000);
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
  await assert.rejects(
    withDeadline(createDeadline(30), () => untilDeadline(work)),
    DeadlineError,
  );
  // An unhandled rejection would fail this test.
  fail(new Error("too late"));
  await nextTurn();
});

test("each request that waits for shared work ends at its own deadline", async () => {
  const first = withDeadline(createDeadline(20), () => untilDeadline(never));
  const shared = Promise.withResolvers<string>();
  const second = withDeadline(createDeadline(60_000), () => untilDeadline(shared.promise));
  await assert.rejects(first, DeadlineError);
  shared.resolve("loaded");
  assert.equal(await second, "loaded");
});

test("work that a request only sets off has no deadline", async () => {
  const started = withDeadline(createDeadline(0), () =>
    withoutDeadline(async () => {
      await nextTurn();
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
