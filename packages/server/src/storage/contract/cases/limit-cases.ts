import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredCount } from "../../../limits/stores.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";

const NOW = 1_800_000_000;
const AT = NOW * 1_000;
const EVERYTHING = { changedSince: 0, now: NOW, least: 1 };

const counted = (id: string, count: number, change: Partial<StoredCount> = {}): StoredCount => ({
  id,
  name: "address_failures",
  count,
  endsAt: NOW + 300,
  ...change,
});

export function limitCases(engine: EngineUnderTest): void {
  test("counts of two nodes are summed, and each node gets the sum", () =>
    onEmptyStorage(engine, async ({ limits }, openAgain) => {
      const other = (await openAgain()).limits;
      await limits.add([counted("a", 3), counted("b", 1)], AT);
      const sums = await other.add([counted("a", 4, { endsAt: NOW + 310 })], AT + 5);
      // The window of the first count stays.
      assert.deepEqual(sums, limits.isShared ? [counted("a", 7)] : []);
      assert.deepEqual(await limits.list(EVERYTHING, 9), [counted("a", 7), counted("b", 1)]);
    }));

  test("parallel counts of many nodes lose nothing and never deadlock", () =>
    onEmptyStorage(engine, async ({ limits }, openAgain) => {
      const other = (await openAgain()).limits;
      const ids = Array.from({ length: 40 }, (_, i) => `key-${i}`);
      await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? limits : other).add(
            (i % 3 ? ids : ids.toReversed()).map((id) => counted(id, 2)),
            AT,
          ),
        ),
      );
      const sums = await limits.list(EVERYTHING, 99);
      assert.equal(sums.length, 40);
      assert.deepEqual(new Set(sums.map(({ count }) => count)), new Set([20]));
    }));

  test("a window that is over starts again and is not listed", () =>
    onEmptyStorage(engine, async ({ limits }) => {
      await limits.add([counted("a", 30), counted("b", 5, { endsAt: NOW + 400 })], AT);
      const later = { ...EVERYTHING, now: NOW + 300 };
      assert.deepEqual(await limits.list(later, 9), [counted("b", 5, { endsAt: NOW + 400 })]);
      await limits.add([counted("a", 2, { endsAt: NOW + 600 })], AT + 300_000);
      assert.deepEqual(await limits.list({ ...later, least: 1 }, 9), [
        counted("b", 5, { endsAt: NOW + 400 }),
        counted("a", 2, { endsAt: NOW + 600 }),
      ]);
    }));

  test("a node reads counts that changed since a time and are large enough, the largest first", () =>
    onEmptyStorage(engine, async ({ limits }) => {
      await limits.add([counted("old", 80)], AT);
      await limits.add([counted("small", 49), counted("large", 50), counted("larger", 51)], AT + 20);
      const read = async (filter: object, limit = 9) =>
        (await limits.list({ ...EVERYTHING, ...filter }, limit)).map(({ id }) => id);
      assert.deepEqual(await read({ changedSince: AT + 20, least: 50 }), ["larger", "large"]);
      assert.deepEqual(await read({ least: 50 }, 1), ["old"]);
      assert.deepEqual(await read({ changedSince: AT + 21 }), []);
    }));

  test("counts are swept a minute after their window", () =>
    onEmptyStorage(engine, async ({ limits, sweeper }) => {
      await limits.add([counted("a", 1), counted("b", 1, { endsAt: NOW + 900 })], AT);
      assert.equal(await sweeper.sweep(NOW + 359, 99), 0);
      assert.equal(await sweeper.sweep(NOW + 360, 99), 1);
      assert.deepEqual(await limits.list(EVERYTHING, 9), [counted("b", 1, { endsAt: NOW + 900 })]);
    }));

  test("an empty list adds nothing", () =>
    onEmptyStorage(engine, async ({ limits }) => {
      assert.deepEqual(await limits.add([], AT), []);
      assert.deepEqual(await limits.list(EVERYTHING, 9), []);
    }));
}
