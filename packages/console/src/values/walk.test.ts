import assert from "node:assert/strict";
import { test } from "node:test";
import { walk } from "./walk.ts";

const LEADS: Readonly<Record<string, readonly string[]>> = {
  a: ["b", "c"],
  b: ["d"],
  c: ["d", "a"],
  d: ["e"],
  e: [],
};

async function walkFrom(start: string, most: number) {
  const read: string[] = [];
  const { found, isPartial } = await walk(
    start,
    most,
    async (name) => {
      read.push(name);
      return LEADS[name] ?? [];
    },
    (names) => names,
  );
  return { found: [...found.keys()], isPartial, read };
}

test("everything that can be reached is found, each read once, even around a circle", async () => {
  assert.deepEqual(await walkFrom("a", 9), {
    found: ["a", "b", "c", "d", "e"],
    isPartial: false,
    read: ["a", "b", "c", "d", "e"],
  });
  assert.deepEqual((await walkFrom("e", 9)).found, ["e"]);
});

test("it stops at as many as were asked for, and says that there is more", async () => {
  assert.deepEqual(await walkFrom("a", 2), { found: ["a", "b"], isPartial: true, read: ["a", "b"] });
  assert.equal((await walkFrom("a", 5)).isPartial, false);
});
