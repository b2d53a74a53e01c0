// @engine both: each engine has its own connections and timers.

import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { SHOP } from "../support/shop.ts";
import { startLicet } from "../support/start-licet.ts";
import { untilKnown } from "../support/until-known.ts";

/** A timer, an observer or a listener of the process that nobody ends would keep all that a server had in memory. */
test("a server that has stopped leaves nothing of it in the memory of its process", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const stopped = await startAndStop();
  // Connections of this process that nobody needs any more may still be about to end.
  await untilKnown(
    async () => {
      collectGarbage();
      return stopped.every((reference) => reference.deref() === undefined);
    },
    () => "the memory of the server is not released",
  );
});

/** Returns what the server was made of. It is a function of its own so that none of its variables is left. */
async function startAndStop(): Promise<readonly WeakRef<object>[]> {
  const licet = await startLicet({ state: SHOP });
  await (await fetch(`${licet.url}/metrics`)).text();
  const { storage, log } = licet.services;
  const references = [new WeakRef(storage), new WeakRef(log)];
  await licet.stop();
  return references;
}
