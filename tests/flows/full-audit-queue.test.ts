import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runSql } from "../../packages/server/src/storage/contract/run-sql.ts";
import { REPORTS, SHOP } from "../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

const QUEUE = 1_000;
const TOKENS = 1_200;

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({
    readsLog: true,
    state: SHOP,
    settings: { audit_queue_events: String(QUEUE) },
    oneWorker: "each worker has a queue of its own",
  });
});
after(() => licet.stop());

async function issueTokens(from: number, to: number): Promise<void> {
  const form = { grant_type: "client_credentials", ...REPORTS, scope: "orders:read" };
  for (let first = from; first < to; first += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, to - first) }, async (_, index) => {
        const id = { "x-request-id": `token-${first + index}` };
        assert.equal((await postForm(`${licet.url}/oidc/token`, form, id)).status, 200);
      }),
    );
}

async function readReadiness(): Promise<{ status: number; detail: unknown }> {
  const response = await fetch(`${licet.url}/readyz`);
  return { status: response.status, detail: ((await response.json()) as { detail?: unknown }).detail };
}

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`${licet.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
}

const isRecorded = async (token: number): Promise<boolean> =>
  (await licet.services.storage.audit.list({ requestId: `token-${token}` }, 1)).length === 1;

test("a full audit queue shows in /readyz and in the metrics, and drops the oldest events", async () => {
  assert.equal((await readReadiness()).status, 200);
  await runSql(licet.database.url, "alter table audit_events rename to audit_events_elsewhere");
  await issueTokens(0, QUEUE - 100);
  assert.equal((await readReadiness()).status, 200, "there is room");
  assert.equal(await readMetric("licet_audit_dropped"), 0);
  await issueTokens(QUEUE - 100, TOKENS);
  // A write that is under way has taken events out of the queue. After it failed, they are there again.
  await assert.rejects(licet.runJob("audit"));
  assert.deepEqual(await readReadiness(), { status: 503, detail: "not ready: the audit queue is full" });
  assert.equal((await fetch(`${licet.url}/livez`)).status, 200, "it is no reason to restart");
  assert.equal(await readMetric("licet_audit_waiting"), QUEUE);
  const dropped = await readMetric("licet_audit_dropped");
  assert.ok(dropped >= TOKENS - QUEUE, `${dropped} were dropped`);
  assert.match(licet.logged(), /"reason":"the audit queue is full: events are being dropped"/);

  await runSql(licet.database.url, "alter table audit_events_elsewhere rename to audit_events");
  // A write that began before the table was back fails; the next one does not.
  await licet.runJob("audit").catch(() => licet.runJob("audit"));
  assert.equal(await readMetric("licet_audit_waiting"), 0);
  assert.deepEqual(await readReadiness(), { status: 200, detail: undefined });
  assert.equal(await isRecorded(0), false, "the oldest is gone");
  assert.equal(await isRecorded(TOKENS - 1), true, "the newest is there");
  assert.equal(await readMetric("licet_audit_dropped"), dropped);
});
