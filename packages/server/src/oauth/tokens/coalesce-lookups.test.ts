import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { coalesceLookups } from "./coalesce-lookups.ts";

test("lookups of one key in one turn share the answer, later ones do not", async () => {
  const asked: string[] = [];
  const lookUp = coalesceLookups(async (key) => {
    asked.push(key);
    return asked.length;
  });
  assert.deepEqual(await Promise.all([lookUp("a"), lookUp("b"), lookUp("a")]), [1, 2, 1]);
  await nextTurn();
  assert.equal(await lookUp("a"), 3);
  assert.deepEqual(asked, ["a", "b", "a"]);
});

test("a failed lookup fails for all that shared it and for no later one", async () => {
  let fails = true;
  const lookUp = coalesceLookups(async () => {
    if (fails) throw new Error("away");
    return "here";
  });
  const results = await Promise.allSettled([lookUp("a"), lookUp("a")]);
  assert.ok(results.every(({ status }) => status === "rejected"));
  fails = false;
  await nextTurn();
  assert.equal(await lookUp("a"), "here");
});
