// @engine both: two nodes on PostgreSQL count together.

import assert from "node:assert/strict";
import { test } from "node:test";
import { testOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { REPORTS } from "../../support/shop.ts";
import { ENGINE } from "../../support/start-licet.ts";
import {
  assertLimited,
  failTimes,
  forwardedFor,
  type LimitedLicet,
  listReachedLimits,
  requestToken,
  startLimited,
} from "./limited-licet.ts";

/** These tests exchange the counts of other processes. */
const AS_NODES = { oneWorker: undefined };
const ATTACKER = forwardedFor("203.0.113.1");

/** Each node writes its counts, and then reads those of the other; a server does both every second. */
async function exchangeCounts(...nodes: readonly LimitedLicet[]): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) for (const node of nodes) await node.runJob("limits");
}

test("a server that starts again goes on with the counts it had", async (t) => {
  const database = await createServerDatabase(ENGINE);
  const stop = new AsyncDisposableStack();
  t.after(() => stop.disposeAsync());
  stop.defer(() => database.drop());
  const first = await startLimited({ database, ...AS_NODES });
  await failTimes(first, 50, ATTACKER);
  await first.stop();
  const again = stop.adopt(await startLimited({ database, ...AS_NODES }), (node) => node.stop());
  assertLimited(await requestToken(again, ATTACKER, REPORTS));
  assert.equal((await requestToken(again, forwardedFor("203.0.113.2"), REPORTS)).status, 200);
  assert.equal((await listReachedLimits(again)).length, 1);
});

testOn("postgres", "failures on one node count on the other after an exchange", async (t) => {
  const database = await createServerDatabase(ENGINE);
  const stop = new AsyncDisposableStack();
  t.after(() => stop.disposeAsync());
  stop.defer(() => database.drop());
  const one = stop.adopt(await startLimited({ database, ...AS_NODES }), (node) => node.stop());
  const two = stop.adopt(await startLimited({ database, baseUrl: one.url, state: "", ...AS_NODES }), (node) =>
    node.stop(),
  );
  await failTimes(one, 30, ATTACKER);
  await failTimes(two, 20, ATTACKER);
  await exchangeCounts(one, two);
  for (const node of [one, two]) {
    assertLimited(await requestToken(node, ATTACKER, REPORTS));
    assert.equal((await requestToken(node, forwardedFor("203.0.113.2"), REPORTS)).status, 200);
  }
  // All on one node: the other has not seen a single failure of this address.
  await failTimes(one, 50, forwardedFor("203.0.113.3"));
  await exchangeCounts(one, two);
  assertLimited(await requestToken(two, forwardedFor("203.0.113.3"), REPORTS));
  const reached = (await listReachedLimits(one)).filter(({ ip }) => ip === "203.0.113.3");
  assert.equal(reached.length, 1, "one event for one series");
});
