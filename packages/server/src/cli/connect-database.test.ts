import assert from "node:assert/strict";
import { test } from "node:test";
import { DamagedDatabaseError, UnavailableError } from "../core/errors/errors.ts";
import { connectDatabase } from "./connect-database.ts";

const log = { warn: () => undefined };

test("the connection is retried, with longer pauses, until the database answers", async () => {
  const pauses: number[] = [];
  const opened = await connectDatabase({
    connect: async () => {
      if (pauses.length < 7) throw new UnavailableError("away");
      return "open";
    },
    log,
    stop: new AbortController().signal,
    sleep: async (seconds) => void pauses.push(seconds),
  });
  assert.equal(opened, "open");
  assert.deepEqual(pauses, [0.5, 1, 2, 4, 8, 10, 10]);
});

test("a stop signal ends the retries, even in the middle of a pause", async () => {
  const stop = new AbortController();
  const connect = async () => {
    setImmediate(() => stop.abort());
    throw new UnavailableError("away");
  };
  assert.equal(await connectDatabase({ connect, log, stop: stop.signal }), undefined);
});

test("any other failure ends the start", async () => {
  const connect = () => Promise.reject(new Error("broken"));
  await assert.rejects(connectDatabase({ connect, log, stop: new AbortController().signal }), /broken/);
});

test("a damaged database ends the start: another attempt does not help", async () => {
  const connect = () => Promise.reject(new DamagedDatabaseError("restore a backup"));
  await assert.rejects(connectDatabase({ connect, log, stop: new AbortController().signal }), /backup/);
});
