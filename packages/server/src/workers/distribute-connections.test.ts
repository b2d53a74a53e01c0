import assert from "node:assert/strict";
import { test } from "node:test";
import { findWorker } from "./distribute-connections.ts";
import type { WorkerState } from "./supervised-worker.ts";

const worker = (state: WorkerState, connections: number, silentSeconds = 0, isStuck = false) => ({
  state,
  connections,
  silentSeconds,
  isStuck,
});

test("the worker with the fewest connections gets the next one", () => {
  const [few, many] = [worker("ready", 3), worker("ready", 4)];
  assert.equal(findWorker([many, few]), few);
  assert.equal(findWorker([few, many]), few);
});

test("a worker that starts answers only while none serves, and one that stops never does", () => {
  const [starting, serving] = [worker("listening", 0), worker("ready", 9)];
  assert.equal(findWorker([starting, serving]), serving);
  assert.equal(findWorker([starting, worker("starting", 0)]), starting);
  assert.equal(findWorker([worker("starting", 0), worker("stopping", 0), worker("ended", 0)]), undefined);
});

test("a worker that says nothing gets a connection only when there is no other", () => {
  const [silent, busy] = [worker("ready", 0, 2), worker("ready", 50, 1)];
  assert.equal(findWorker([silent, busy]), busy);
  assert.equal(findWorker([worker("ready", 0, 0, true), busy]), busy);
  assert.equal(findWorker([silent]), silent);
});
