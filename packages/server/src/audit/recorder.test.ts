import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { UnavailableError } from "../core/errors/errors.ts";
import { clientNetwork } from "../limits/client-network.ts";
import type { AuditEvent } from "./events.ts";
import { createAuditRecorder } from "./recorder.ts";

const event = (index: number): AuditEvent => ({ at: index, type: "token.issued", actor: `${index}` });

/** A recorder with a database that the test can make unavailable. */
function start(queueCapacity: number) {
  const written: number[] = [];
  const counted = new Map<string, number>();
  const database = { isAway: false, onWrite: () => {} };
  const recorder = createAuditRecorder({
    store: {
      async append(events, counters) {
        database.onWrite();
        if (database.isAway) throw new UnavailableError("away");
        written.push(...events.map(({ at }) => at));
        for (const { name, count } of counters) counted.set(name, (counted.get(name) ?? 0) + count);
      },
    },
    clock: systemClock,
    networkOf: clientNetwork,
    onCount: () => {},
    onError: () => {},
    queueCapacity,
  });
  const record = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) recorder.record(event(index));
  };
  return { recorder, record, written, counted, database };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test("while the database is away the newest events wait, and the oldest are dropped", async () => {
  const { recorder, record, written, counted, database } = start(1_000);
  database.isAway = true;
  record(0, 1_000);
  recorder.count("tokens_issued", "x", 3);
  await assert.rejects(recorder.flush(), UnavailableError);
  assert.deepEqual([recorder.waiting, recorder.dropped, recorder.isFull], [1_000, 0, false]);
  record(1_000, 1_500);
  assert.deepEqual([recorder.waiting, recorder.dropped, recorder.isFull], [1_000, 500, true]);
  await assert.rejects(recorder.flush(), UnavailableError);
  assert.deepEqual([recorder.waiting, recorder.dropped, recorder.isFull], [1_000, 500, true]);
  database.isAway = false;
  await recorder.flush();
  assert.deepEqual(written, range(500, 1_500));
  assert.deepEqual([recorder.waiting, recorder.dropped, recorder.isFull], [0, 500, false]);
  assert.equal(counted.get("tokens_issued"), 3, "counts are kept and written once");
});

test("an event that is being written when the queue fills up is neither lost nor written twice, unless the write fails", async () => {
  const { recorder, record, written, database } = start(2_000);
  record(0, 2_000);
  database.onWrite = () => {
    database.onWrite = () => {};
    record(2_000, 3_100);
  };
  await recorder.flush();
  assert.deepEqual(written, [...range(0, 1_000), ...range(1_100, 3_100)]);
  assert.equal(recorder.dropped, 100);

  database.isAway = true;
  record(4_000, 6_000);
  database.onWrite = () => record(6_000, 6_500);
  await assert.rejects(recorder.flush(), UnavailableError);
  database.isAway = false;
  database.onWrite = () => {};
  await recorder.flush();
  assert.deepEqual(written.slice(-2_000), range(4_500, 6_500));
  assert.equal(recorder.dropped, 100 + 500);
});

test("the queue is full until half of it is written, so that a probe does not see it flicker", async () => {
  const { recorder, record, database } = start(2_500);
  record(0, 2_501);
  const seen: boolean[] = [];
  database.onWrite = () => seen.push(recorder.isFull);
  await recorder.flush();
  assert.deepEqual(seen, [true, true, false]);
});

/** How often the work calls a method of arrays that moves or copies their entries. */
function countMoves(work: () => void): number {
  let moves = 0;
  const methods = (["shift", "splice", "slice", "copyWithin"] as const).map((name) => {
    const real = Array.prototype[name] as (...given: unknown[]) => unknown;
    const count = function (this: unknown, ...given: unknown[]) {
      moves += 1;
      return real.apply(this, given);
    };
    return { name, real, count };
  });
  const replace = (name: string, value: unknown) =>
    Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true });
  for (const { name, count } of methods) replace(name, count);
  try {
    work();
  } finally {
    for (const { name, real } of methods) replace(name, real);
  }
  return moves;
}

test("dropping takes no longer when more wait: no entry is moved", () => {
  const { recorder, record } = start(1_000);
  assert.equal(
    countMoves(() => record(0, 5_000)),
    0,
  );
  assert.equal(recorder.dropped, 4_000);
});

test("counted failures are written when the recorder stops", async () => {
  const { recorder, written } = start(1_000);
  const failed = { actor: "browser", data: { error: "login_required" } };
  for (const index of range(0, 30)) recorder.recordFailure({ ...event(index), ip: "192.0.2.1" }, failed);
  await recorder.flush();
  assert.deepEqual(written, range(0, 20));
  await recorder.stop();
  assert.deepEqual(written.slice(20), [29]);
});

test("the timer writes what waits, and leaves what arrives meanwhile to its next turn; a flush writes all", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { recorder, record, written, database } = start(10_000);
  recorder.start();
  record(0, 1_500);
  let writes = 0;
  database.onWrite = () => {
    writes += 1;
    record(9_000, 9_001);
  };
  t.mock.timers.tick(250);
  // Each batch takes one turn of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  assert.equal(writes, 2, "written at once, later events would be many small batches");
  assert.deepEqual(written.slice(0, 1_500), range(0, 1_500));
  assert.equal(recorder.waiting, 1);

  t.mock.timers.tick(250);
  database.onWrite = () => {};
  record(2_000, 2_001);
  await recorder.flush();
  assert.equal(recorder.waiting, 0, "a flush does not end with the write that the timer began");
  assert.equal(written.length, 1_504);
});
