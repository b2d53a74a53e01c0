import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createBoundedQueue } from "./bounded-queue.ts";

test("beyond its capacity the oldest go, and what was taken comes back before the rest", () => {
  const queue = createBoundedQueue<number>(3);
  assert.deepEqual([1, 2, 3, 4].map(queue.push), [0, 0, 0, 1]);
  assert.deepEqual(queue.take(2), [2, 3]);
  assert.equal(queue.length, 1);
  queue.push(5);
  assert.equal(queue.putBack([2, 3]), 1, "the older of the two has no room");
  assert.deepEqual(queue.take(9), [3, 4, 5]);
  assert.deepEqual(queue.take(1), []);
});

test("it behaves like a list that is cut at its beginning", () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer() }),
    fc.record({ take: fc.nat(6), putBack: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
      const queue = createBoundedQueue<number>(capacity);
      let list: number[] = [];
      for (const one of steps) {
        if ("push" in one) {
          queue.push(one.push);
          list = [...list, one.push].slice(-capacity);
        } else {
          const taken = queue.take(one.take);
          assert.deepEqual(taken, list.splice(0, one.take));
          if (!one.putBack) continue;
          assert.equal(queue.putBack(taken), 0);
          list = [...taken, ...list];
        }
        assert.equal(queue.length, list.length);
      }
      assert.deepEqual(queue.take(capacity), list);
    }),
  );
});
