// @engine both: each engine has its own connections and timers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SHOP } from "../support/shop.ts";
import { startLicet } from "../support/start-licet.ts";

/** A timer, an observer or a listener of the process that nobody ends would keep all that a server had in memory. */
test("a server that has stopped leaves nothing of it in the memory of its process", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const stopped = await startAndStop();
  await setImmediate();
  collectGarbage();
  const kept = Object.entries(stopped).filter(([, reference]) => reference.deref() !== undefined);
  assert.deepEqual(
    kept.map(([name]) => name),
    [],
  );
});

/** Returns what the server was made of. It is a function of its own so that none of its variables is left. */
async function startAndStop(): Promise<Readonly<Record<string, WeakRef<object>>>> {
  const licet = await startLicet({ state: SHOP });
  await (await fetch(`${licet.url}/metrics`)).text();
  const { storage, log } = licet.services;
  const references = { "the storage": new WeakRef(storage), "the log": new WeakRef(log) };
  await licet.stop();
  return references;
}
