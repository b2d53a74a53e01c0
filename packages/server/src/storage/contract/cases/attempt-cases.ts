import assert from "node:assert/strict";
import { test } from "node:test";
import { START } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { runSql } from "../run-sql.ts";

export function attemptCases(engine: EngineUnderTest): void {
  test("fifty parallel attempts on two nodes get different numbers", () =>
    onEmptyStorage(engine, async ({ attempts }, openAgain) => {
      const other = await openAgain();
      const counts = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          // Both orders occur, because callers list the keys in different orders.
          (i % 2 ? attempts : other.attempts).count(i % 3 ? ["account", "ip"] : ["ip", "account"], START, 60),
        ),
      );
      for (const key of ["account", "ip"]) {
        const numbers = counts.map((counted) => counted.get(key)?.attempts ?? 0).sort((a, b) => a - b);
        assert.deepEqual(
          numbers,
          Array.from({ length: 50 }, (_, i) => i + 1),
        );
      }
    }));

  test("attempts count from the first one until its window ends, and the next attempt starts another window", () =>
    onEmptyStorage(engine, async ({ attempts }) => {
      const count = async (now: number) => (await attempts.count(["a"], now, 60)).get("a");
      assert.deepEqual(await count(START), { attempts: 1, windowEndsAt: START + 60 });
      assert.deepEqual(await count(START + 59), { attempts: 2, windowEndsAt: START + 60 });
      assert.deepEqual(await count(START + 60), { attempts: 1, windowEndsAt: START + 120 });
      assert.deepEqual(await count(START + 61), { attempts: 2, windowEndsAt: START + 120 });
    }));

  test("attempts can be read without counting, until their window ends", () =>
    onEmptyStorage(engine, async ({ attempts }) => {
      await attempts.count(["a"], START, 60);
      await attempts.count(["a", "b"], START, 60);
      const found = { attempts: 2, windowEndsAt: START + 60 };
      assert.deepEqual((await attempts.find(["a", "unknown"], START + 59)).get("a"), found);
      assert.deepEqual(await attempts.find(["a"], START + 60), new Map());
      assert.deepEqual(await attempts.find([], START), new Map());
    }));

  test("a key that is given twice counts once, and no key counts nothing", () =>
    onEmptyStorage(engine, async ({ attempts }) => {
      assert.equal((await attempts.count(["a", "b", "a"], START, 60)).get("a")?.attempts, 1);
      assert.deepEqual(await attempts.count([], START, 60), new Map());
    }));

  test("while the first key is above its most, the others do not count", () =>
    onEmptyStorage(engine, async ({ attempts }) => {
      const count = async (now: number) =>
        Object.fromEntries(
          Array.from(
            await attempts.count(["a", "b"], now, 60, { key: "!ip", most: 2 }),
            ([key, { attempts: tried }]) => [key, tried],
          ),
        );
      assert.deepEqual(await count(START), { "!ip": 1, a: 1, b: 1 });
      assert.deepEqual(await count(START), { "!ip": 2, a: 2, b: 2 });
      assert.deepEqual(await count(START), { "!ip": 3 });
      assert.equal((await attempts.find(["a"], START)).get("a")?.attempts, 2);
      assert.deepEqual(await count(START + 60), { "!ip": 1, a: 1, b: 1 });
    }));

  test("parallel attempts with one first key, on two nodes, wait for each other in one order", () =>
    onEmptyStorage(engine, async ({ attempts }, openAgain) => {
      const other = await openAgain();
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const store = index % 2 ? attempts : other.attempts;
          const counts = await store.count(["a", "b"], START, 60, { key: "!ip", most: 20 });
          // Taken back meanwhile, as a success does: both lock rows in the same order.
          if (counts.has("a")) await store.forgive(["b", "!ip", "a"], []);
        }),
      );
      assert.deepEqual(await attempts.find(["a", "b"], START), new Map());
    }));

  test("a forgiven attempt is subtracted, and the count never falls below zero", () =>
    onEmptyStorage(engine, async ({ attempts }) => {
      const count = async () => {
        const counted = await attempts.count(["account", "ip"], START, 60);
        return ["account", "ip"].map((key) => counted.get(key)?.attempts);
      };
      await count();
      await count();
      await attempts.forgive(["account", "ip", "unknown"], []);
      assert.deepEqual(await count(), [2, 2]);
      await attempts.forgive(["account", "ip"], ["account"]);
      assert.deepEqual(await count(), [1, 2]);
      for (let i = 0; i < 5; i++) await attempts.forgive(["ip"], []);
      assert.deepEqual(await count(), [2, 1]);
      await attempts.forgive([], []);
    }));

  test("a count that returns to zero leaves no row", () =>
    onEmptyStorage(engine, async ({ attempts }, _openAgain, url) => {
      for (let i = 0; i < 5; i++) {
        await attempts.count(["ip", `name-${i}`], START, 60);
        await attempts.forgive([`name-${i}`], []);
      }
      assert.deepEqual(
        (await runSql(url, "select id, count from attempts")).map(({ id, count }) => [id, Number(count)]),
        [["ip", 5]],
      );
    }));

  test("counting and forgiving the same keys in parallel, in any order, never deadlocks", () =>
    onEmptyStorage(engine, async ({ attempts }, openAgain) => {
      const other = await openAgain();
      await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const store = i % 2 ? attempts : other.attempts;
          await store.count(["a", "b"], START, 60);
          await store.forgive(i % 3 ? ["b", "a"] : ["a", "b"], []);
        }),
      );
      assert.equal((await attempts.count(["a"], START, 60)).get("a")?.attempts, 1);
    }));
}
