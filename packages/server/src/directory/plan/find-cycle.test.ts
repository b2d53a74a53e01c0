import assert from "node:assert/strict";
import { test } from "node:test";
import { findCycle } from "./find-cycle.ts";

const find = (graph: Record<string, string[]>) => findCycle(Object.keys(graph), (name) => graph[name] ?? []);

test("a graph without cycle has none, however its branches meet", () => {
  assert.equal(find({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }), undefined);
  assert.equal(find({ a: ["unknown"] }), undefined);
});

test("a cycle is named from its first name back to itself, without the path that leads to it", () => {
  assert.deepEqual(find({ a: ["b"], b: ["c"], c: ["d"], d: ["b"] }), ["b", "c", "d", "b"]);
  assert.deepEqual(find({ a: ["a"] }), ["a", "a"]);
});

test("a chain of a hundred thousand does not exhaust the call stack", () => {
  const following = (name: string) => (Number(name) < 100_000 ? [String(Number(name) + 1)] : []);
  assert.equal(findCycle(["0"], following), undefined);
  assert.equal(findCycle(["0"], (name) => (name === "100000" ? ["0"] : following(name)))?.length, 100_002);
});
