import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedCache, memoize } from "./bounded-cache.ts";

const LIMIT = 10;

/** Which of the keys are still there, without using any. */
const kept = (cache: BoundedCache<number>, count: number): readonly number[] =>
  Array.from({ length: count }, (_, n) => n).filter((n) => cache.get(`${n}`) !== undefined);

test("never more than the limit, and the half that was used last, whatever comes", () => {
  const cache = new BoundedCache<number>(LIMIT);
  for (let n = 0; n < 1_000; n += 1) cache.set(`${n}`, n);
  const left = kept(cache, 1_000);
  assert.ok(left.length <= LIMIT, `${left.length} are left`);
  assert.deepEqual(left.slice(-LIMIT / 2), [995, 996, 997, 998, 999]);
});

test("a value that is used again and again stays", () => {
  const cache = new BoundedCache<number>(LIMIT);
  cache.set("hot", 1);
  for (let n = 0; n < 1_000; n += 1) {
    cache.set(`${n}`, n);
    assert.equal(cache.get("hot"), 1, `after ${n}`);
  }
});

test("writing a known key again drives nothing out", () => {
  const cache = new BoundedCache<number>(LIMIT);
  for (let n = 0; n < LIMIT / 2; n += 1) cache.set(`${n}`, n);
  for (let n = 0; n < 100; n += 1) cache.set("0", n);
  assert.deepEqual(kept(cache, LIMIT / 2), [0, 1, 2, 3, 4]);
});

test("a deleted value is gone from both generations", () => {
  const cache = new BoundedCache<number>(LIMIT);
  for (let n = 0; n < 8; n += 1) cache.set(`${n}`, n);
  for (const key of ["0", "7"]) cache.delete(key);
  assert.deepEqual(kept(cache, 8), [1, 2, 3, 4, 5, 6]);
  cache.clear();
  assert.deepEqual(kept(cache, 8), []);
});

test("a function is computed once for each text, and again when it threw", () => {
  const computed: string[] = [];
  const length = memoize(LIMIT, (text) => {
    computed.push(text);
    if (text === "bad" && computed.length < 4) throw new Error("not now");
    return text.length;
  });
  assert.deepEqual([length("a"), length("ab"), length("a")], [1, 2, 1]);
  assert.throws(() => length("bad"));
  assert.deepEqual([length("bad"), length("bad")], [3, 3]);
  assert.deepEqual(computed, ["a", "ab", "bad", "bad"]);
});
