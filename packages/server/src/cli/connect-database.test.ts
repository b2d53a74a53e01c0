import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../core/errors.ts";
import { connectDatabase } from "./connect-database.ts";

test("it tries again, with longer pauses, until the database answers", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const warnings: string[] = [];
  let attempts = 0;
  const connect = async () => {
    attempts += 1;
    if (attempts < 8) throw new UnavailableError("away");
    return "open";
  };
  const log = { warn: (_: unknown, message: string) => void warnings.push(message) };
  const opened = connectDatabase(connect, log as never, new AbortController().signal);
  for (let turn = 0; turn < 8; turn += 1) {
    await new Promise(setImmediate);
    t.mock.timers.tick(10_000);
  }
  assert.equal(await opened, "open");
  const pauses = warnings.map((warning) => Number(/in ([\d.]+) s$/.exec(warning)?.[1]));
  assert.deepEqual(pauses, [0.5, 1, 2, 4, 8, 10, 10]);
});

test("it gives up when asked to stop", async () => {
  const stop = new AbortController();
  const connect = async () => {
    setImmediate(() => stop.abort());
    throw new UnavailableError("away");
  };
  assert.equal(await connectDatabase(connect, { warn: () => undefined }, stop.signal), undefined);
});

test("any other failure ends the start", async () => {
  const connect = () => Promise.reject(new Error("broken"));
  await assert.rejects(
    connectDatabase(connect, { warn: () => undefined }, new AbortController().signal),
    /broken/,
  );
});
