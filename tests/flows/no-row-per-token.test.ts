// @engine both: the rate limits share their counts through the database on PostgreSQL.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countRows } from "../support/count-rows.ts";
import { KEY, REPORTS, SHOP } from "../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

const TOKENS = 500;

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

/** Writes what tokens leave in memory: events, counters, last uses of secrets, counts of the rate limits. */
async function runJobs(): Promise<void> {
  for (const job of ["audit", "secret_uses", "limits"] as const) await licet.runJob(job);
}

test("issuing tokens adds no row to any table but the audit log", async () => {
  const issue = (credentials: Record<string, string>) =>
    postForm(`${licet.url}/oidc/token`, {
      grant_type: "client_credentials",
      ...credentials,
      scope: "orders:read",
    });
  await issue(REPORTS);
  await runJobs();
  const before = await countRows(licet.database.url);
  for (let issued = 0; issued < TOKENS; issued += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => issue(index % 2 ? REPORTS : KEY)),
    );
    assert.ok(answers.every(({ status }) => status === 200));
  }
  await runJobs();
  const after = await countRows(licet.database.url);
  const { audit_events: eventsBefore, counters: _1, hourly_counters: _2, ...tablesBefore } = before;
  const { audit_events: eventsAfter, counters: _3, hourly_counters: _4, ...tablesAfter } = after;
  assert.deepEqual(tablesAfter, tablesBefore);
  assert.equal((eventsAfter as number) - (eventsBefore as number), TOKENS);
});
