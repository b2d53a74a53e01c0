import assert from "node:assert/strict";
import { test } from "node:test";
import { createCounterTable } from "./counter-table.ts";

const LIMIT = { most: 10, windowSeconds: 300 };
const NOW = 1_000;

const addTimes = (table: ReturnType<typeof createCounterTable>, id: string, times: number, now = NOW) => {
  for (let i = 0; i < times; i++) table.add(id, now);
};

test("a window begins with the first count and ends on time", () => {
  const table = createCounterTable(LIMIT);
  assert.equal(table.isEmpty, true);
  assert.deepEqual(table.add("a", NOW), { count: 1, endsAt: NOW + 300 });
  assert.deepEqual(table.add("a", NOW + 299), { count: 2, endsAt: NOW + 300 });
  assert.equal(table.find("a", NOW + 300), undefined);
  assert.equal(table.isEmpty, true, "what is over takes no place");
  assert.deepEqual(table.add("a", NOW + 300), { count: 1, endsAt: NOW + 600 });
});

test("a flood of other keys takes no place of one that is halfway to its limit", () => {
  const table = createCounterTable(LIMIT, 100);
  addTimes(table, "hot", 5);
  addTimes(table, "cold", 4);
  for (let i = 0; i < 10_000; i++) table.add(`varied-${i}`, NOW);
  assert.equal(table.find("hot", NOW)?.count, 5);
  assert.equal(table.find("cold", NOW), undefined, "memory is bounded");
  assert.equal(table.find("varied-9999", NOW)?.count, 1);
  assert.ok(table.takeUnsent(99_999, NOW).length <= 200, "and so is what waits to be sent");
});

test("a count that is being sent counts, once, and a failed one is sent again", () => {
  const table = createCounterTable(LIMIT);
  addTimes(table, "a", 3);
  const [first] = table.takeUnsent(9, NOW);
  assert.deepEqual(first, { id: "a", count: 3, endsAt: NOW + 300 });
  addTimes(table, "a", 1);
  assert.equal(table.find("a", NOW)?.count, 4);
  table.merge("a", { count: 9, endsAt: NOW + 300 }, NOW);
  assert.equal(table.find("a", NOW)?.count, 4, "the answer to what is on its way says more");
  table.restore(first as NonNullable<typeof first>);
  const [again] = table.takeUnsent(9, NOW);
  assert.equal(again?.count, 4);
  table.settle(again as NonNullable<typeof again>, { count: 7, endsAt: NOW + 250 });
  assert.deepEqual(table.find("a", NOW), { count: 7, endsAt: NOW + 250 });
  assert.deepEqual(table.takeUnsent(9, NOW), []);
});

test("an answer that comes after the window is over does not reach into the next one", () => {
  const table = createCounterTable(LIMIT);
  addTimes(table, "a", 3);
  const [sent] = table.takeUnsent(9, NOW);
  addTimes(table, "a", 1, NOW + 300);
  table.settle(sent as NonNullable<typeof sent>, { count: 3, endsAt: NOW + 300 });
  assert.deepEqual(table.find("a", NOW + 300), { count: 1, endsAt: NOW + 600 });
  assert.deepEqual(table.takeUnsent(9, NOW + 900), [], "what is over is not sent");
});

test("a sum of a new window replaces counts of a window that is over", () => {
  const table = createCounterTable(LIMIT);
  addTimes(table, "a", 3);
  table.merge("a", { count: 2, endsAt: NOW + 600 }, NOW + 300);
  assert.deepEqual(table.find("a", NOW + 300), { count: 2, endsAt: NOW + 600 });
  assert.deepEqual(table.takeUnsent(9, NOW + 300), []);
});
