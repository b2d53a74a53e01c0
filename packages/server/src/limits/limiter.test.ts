import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createSetClock, ENGINES, openAccounts } from "../accounts/testing/open-accounts.ts";
import { TooManyRequestsError } from "../core/errors/errors.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import type { LimitName, Limits } from "./limits.ts";
import type { LimitStore } from "./stores.ts";

const OFF = { most: 0, windowSeconds: 60 };
const LIMITS: Limits = {
  client_failures: { most: 5, windowSeconds: 300 },
  address_failures: { most: 20, windowSeconds: 300 },
  anonymous_requests: OFF,
  client_requests: OFF,
  address_requests: OFF,
};
const BY = { actor: "address:192.0.2.1", ip: "192.0.2.1", requestId: "r" };

function createNode(store: LimitStore, clock: ReturnType<typeof createSetClock>) {
  const limited: LimitName[] = [];
  const reached: LimitName[] = [];
  const limiter = createLimiter({
    limits: LIMITS,
    store,
    clock,
    key: Buffer.alloc(32, 7),
    onLimited: (name) => limited.push(name),
    onReached: (name) => reached.push(name),
  });
  return { limiter, limited, reached };
}

const fail = (limiter: Limiter, times: number, key = "a") => {
  for (let i = 0; i < times; i++) limiter.count("client_failures", key, BY);
};
const isRefused = (limiter: Limiter, key = "a"): boolean => {
  try {
    limiter.throwIfReached("client_failures", key);
    return false;
  } catch (error) {
    assert.ok(error instanceof TooManyRequestsError);
    return true;
  }
};

for (const engine of ENGINES) {
  describe(`the limiter on ${engine}`, () => {
    test("refuses from the limit to the end of the window, and tells of it once", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      const { limiter, limited, reached } = createNode(here.limits, clock);
      assert.equal(limiter.hasCounts("client_failures"), false);
      fail(limiter, 4);
      assert.equal(limiter.hasCounts("client_failures"), true);
      assert.equal(isRefused(limiter), false);
      fail(limiter, 1);
      clock.now += 100;
      for (let i = 0; i < 3; i++)
        assert.throws(
          () => limiter.throwIfReached("client_failures", "a"),
          (error: TooManyRequestsError) => error.retryAfterSeconds === 200,
        );
      assert.throws(() => limiter.take("client_failures", "a", BY), TooManyRequestsError);
      assert.equal(limiter.count("client_failures", "a", BY), false, "nor is it counted any further");
      assert.equal(isRefused(limiter, "b"), false, "others are not touched");
      assert.deepEqual(reached, ["client_failures"]);
      assert.equal(limited.length, 4);
      clock.now += 200;
      assert.equal(isRefused(limiter), false);
    });

    test("a limit that two reach together is told of once, by the one whose counts are added last", async (t) => {
      const clock = createSetClock();
      const { here, there } = await openAccounts(t, engine, clock, { asWorkers: true });
      const [one, two] = [createNode(here.limits, clock), createNode(there.limits, clock)];
      fail(one.limiter, 3);
      fail(two.limiter, 3);
      await one.limiter.exchange();
      assert.deepEqual([one.reached, two.reached], [[], []]);
      await two.limiter.exchange();
      await one.limiter.exchange();
      assert.deepEqual([one.reached, two.reached], [[], ["client_failures"]]);
      assert.deepEqual([isRefused(one.limiter), isRefused(two.limiter)], [true, true]);
      // Alone, and told of when the last one is counted.
      fail(one.limiter, 5, "b");
      await one.limiter.exchange();
      await two.limiter.exchange();
      assert.deepEqual([one.reached.length, two.reached.length], [1, 1]);
      // The counts of the other arrive between the last one here and its way to the database.
      fail(one.limiter, 2, "c");
      await one.limiter.exchange();
      fail(two.limiter, 2, "c");
      await two.limiter.exchange();
      fail(one.limiter, 1, "c");
      await one.limiter.load();
      assert.deepEqual([isRefused(one.limiter, "c"), one.reached.length], [true, 1]);
      await one.limiter.exchange();
      assert.deepEqual([one.reached.length, two.reached.length], [2, 1]);
    });

    test("a limit of 0 is none", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      const { limiter } = createNode(here.limits, clock);
      for (let i = 0; i < 1_000; i++) limiter.count("anonymous_requests", "a", BY);
      limiter.throwIfReached("anonymous_requests", "a");
    });

    test("a node that starts again goes on with the counts it had", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      const before = createNode(here.limits, clock).limiter;
      fail(before, 5);
      fail(before, 3, "b");
      await before.exchange();
      const after = createNode(here.limits, clock);
      await after.limiter.load();
      assert.equal(isRefused(after.limiter), true);
      fail(after.limiter, 2, "b");
      assert.equal(isRefused(after.limiter, "b"), true);
      assert.deepEqual(after.reached, ["client_failures"], "of the one that was reached now");
    });

    test("a database that is away neither fails requests nor forgets what was counted", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      let isAway = true;
      const gate: LimitStore = {
        ...here.limits,
        add: async (...given) => {
          if (isAway) throw new Error("away");
          return here.limits.add(...given);
        },
      };
      const { limiter } = createNode(gate, clock);
      fail(limiter, 3);
      await assert.rejects(limiter.exchange(), /away/);
      fail(limiter, 2);
      assert.equal(isRefused(limiter), true);
      isAway = false;
      await limiter.exchange();
      const [sum] = await here.limits.list({ changedSince: 0, now: clock.now, least: 1 }, 9);
      assert.equal(sum?.count, 5);
    });

    test("the database learns nothing about who was counted", async (t) => {
      const clock = createSetClock();
      const { here } = await openAccounts(t, engine, clock);
      const { limiter } = createNode(here.limits, clock);
      fail(limiter, 1, "192.0.2.1");
      await limiter.exchange();
      const [row] = await here.limits.list({ changedSince: 0, now: clock.now, least: 1 }, 9);
      assert.match(row?.id ?? "", /^[\w-]{22}$/);
    });

    if (engine === "postgres")
      test("a limit counts failures of another node after an exchange", async (t) => {
        const clock = createSetClock();
        const { here, there } = await openAccounts(t, engine, clock);
        const one = createNode(here.limits, clock);
        const two = createNode(there.limits, clock);
        await Promise.all([one.limiter.load(), two.limiter.load()]);
        fail(one.limiter, 3);
        fail(two.limiter, 1);
        await one.limiter.exchange();
        await two.limiter.exchange();
        fail(two.limiter, 1);
        assert.equal(isRefused(two.limiter), true, "three there and two here");
        assert.equal(isRefused(one.limiter), false);
        await two.limiter.exchange();
        await one.limiter.exchange();
        assert.equal(isRefused(one.limiter), true);
        assert.deepEqual([one.reached, two.reached], [[], ["client_failures"]], "one tells of it");
        const third = createNode(there.limits, clock);
        await third.limiter.exchange();
        assert.equal(isRefused(third.limiter), true, "without a failure of its own");
      });
  });
}
