import assert from "node:assert/strict";
import { test } from "node:test";
import { findOverburdened } from "./find-overburdened.ts";
import type { WorkerState } from "./supervised-worker.ts";

const worker = (busy: number, state: WorkerState = "ready") => ({ busy, state });

test("a worker that is busy while another one is not gives connections up", () => {
  const [idle, busy, between] = [worker(0.1), worker(0.9), worker(0.5)];
  assert.equal(findOverburdened([idle, busy, between]), busy);
});

test("nobody does where all are as busy, where nobody is busy, and where there is no other", () => {
  assert.equal(findOverburdened([worker(0.9), worker(0.8)]), undefined);
  assert.equal(findOverburdened([worker(0.5), worker(0)]), undefined);
  assert.equal(findOverburdened([worker(1)]), undefined);
  assert.equal(findOverburdened([]), undefined);
});

test("a worker that does not serve yet, or no longer, is no reason", () => {
  assert.equal(findOverburdened([worker(1), worker(0, "starting"), worker(0, "stopping")]), undefined);
});
