import assert from "node:assert/strict";
import { test } from "node:test";
import { type Trace, traced } from "./trace.ts";

const add = async (a: number, b: number) => a + b;

test("where nothing is traced, a step is the very function that it was", () => {
  assert.equal(traced(undefined, { name: "add" }, add), add);
});

test("a traced step gets the same arguments, and gives the same result", async () => {
  const names: string[] = [];
  const trace: Trace = (step, work) => {
    names.push(step.name);
    return work();
  };
  assert.equal(await traced(trace, { name: "add" }, add)(1, 2), 3);
  assert.deepEqual(names, ["add"]);
});
