import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: FIRM });
});
after(() => licet.stop());

/** Counts are written in the background. */
async function readCounts(): Promise<Readonly<Record<string, number>>> {
  await licet.runJob("audit");
  const counts: Record<string, number> = {};
  const stored = await licet.services.storage.audit.counters("checks", 0, Number.MAX_SAFE_INTEGER);
  for (const { label, count } of stored) counts[label] = (counts[label] ?? 0) + count;
  return counts;
}

test("checks are counted by their answer, alone, explained and in batches, for charts and for Prometheus", async () => {
  const token = await fetchToken(licet, ASKER, "licet:check licet:explain");
  const allowed = { subject: "user:alice", permission: "orders:read" };
  const denied = { subject: "user:nobody", permission: "orders:read" };
  await send(`${licet.url}/api/v1/check`, token, allowed);
  await send(`${licet.url}/api/v1/check`, token, denied);
  await send(`${licet.url}/api/v1/check:explain`, token, denied);
  await send(`${licet.url}/api/v1/check:batch`, token, { checks: [allowed, denied, allowed, allowed] });
  // This request is refused, so it has no decision.
  await send(`${licet.url}/api/v1/check`, token, { subject: "user:alice" });

  assert.deepEqual(await readCounts(), { allowed: 4, denied: 3 });
  const metrics = await (await fetch(`${licet.url}/metrics`)).text();
  assert.match(metrics, /licet_events_total\{event="checks",label="allowed"\} 4/);
});
