import assert from "node:assert/strict";
import { test } from "node:test";
import { collectPage, type PageRequest, type Verdict } from "./list-page.ts";

async function* inChunksOf(size: number, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

/** Every look at this clock costs 10 ms. */
const slowClock = () => {
  let now = 0;
  const milliseconds = () => {
    now += 10;
    return now;
  };
  return { milliseconds, seconds: () => Math.floor(now / 1_000) };
};

function collect(request: PageRequest, verdictOf: (id: string) => Verdict, size = 2) {
  return collectPage({
    candidates: inChunksOf(size, ["a", "b", "c", "d", "e"]),
    examine: async (chunk) => chunk.map((id) => () => verdictOf(id)),
    revision: 7,
    request,
    clock: slowClock(),
  });
}
const everyone = (): Verdict => ({ holds: true, revision: 7 });

test("a page ends when it is full, and says where the next one begins", async () => {
  const page = await collect({ limit: 3, withinMilliseconds: 1_000 }, everyone);
  assert.deepEqual(page, { revision: 7, items: ["a", "b", "c"], next: "c" });
});

test("the last page names no next one", async () => {
  const page = await collect({ limit: 5, withinMilliseconds: 1_000 }, everyone);
  assert.deepEqual(page, { revision: 7, items: ["a", "b", "c", "d", "e"] });
});

test("when time is up the page ends, with what was found and after what was looked at", async () => {
  const onlyA = (id: string): Verdict => ({ holds: id === "a", revision: 7 });
  const page = await collect({ limit: 5, withinMilliseconds: 15 }, onlyA);
  assert.deepEqual(page, { revision: 7, items: ["a"], next: "d" });
});

test("even without any time a page gets further", async () => {
  const nobody = (): Verdict => ({ holds: false, revision: 7 });
  assert.deepEqual(await collect({ limit: 5, withinMilliseconds: 0 }, nobody, 1), {
    revision: 7,
    items: [],
    next: "a",
  });
});

test("a page is of one revision: it ends before the first answer of another", async () => {
  const changedAtC = (id: string): Verdict => ({ holds: true, revision: id < "c" ? 7 : 8 });
  assert.deepEqual(await collect({ limit: 5, withinMilliseconds: 1_000 }, changedAtC), {
    revision: 7,
    items: ["a", "b"],
    next: "b",
  });
  assert.equal(
    await collect({ limit: 5, withinMilliseconds: 1_000 }, () => ({ holds: true, revision: 8 })),
    undefined,
  );
});
