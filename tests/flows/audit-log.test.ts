import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { REPORTS, SHOP } from "../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

/** Events are written in the background. */
async function readEvents(requestId: string) {
  await licet.runJob("audit");
  return licet.services.storage.audit.list({ requestId }, 10);
}

test("an issued token is on record with its refusals and their reasons", async () => {
  const { headers } = await postForm(
    `${licet.url}/oidc/token`,
    {
      grant_type: "client_credentials",
      ...REPORTS,
      scope: "orders:read orders:refund nothing openid payroll:read",
    },
    { "x-request-id": "one-token" },
  );
  assert.equal(headers.get("x-request-id"), "one-token");
  const [event] = await readEvents("one-token");
  assert.equal(event?.type, "token.issued");
  assert.equal(event?.actor, "application:reports");
  assert.equal(event?.ip, "127.0.0.1");
  assert.equal(event?.data?.scope, "orders:read");
  assert.deepEqual(event?.data?.refused, {
    "orders:refund": "condition_failed",
    nothing: "unknown_scope",
    openid: "not_for_this_grant",
    "payroll:read": "not_granted",
  });
});

test("a refused request is on record with its error", async () => {
  await postForm(
    `${licet.url}/oidc/token`,
    { grant_type: "client_credentials", client_id: "reports", client_secret: "wrong", scope: "orders:read" },
    { "x-request-id": "wrong-secret" },
  );
  const [event] = await readEvents("wrong-secret");
  assert.equal(event?.type, "token.denied");
  assert.equal(event?.data?.error, "invalid_client");
});

test("every change of state is on record, and minutes are counted", async () => {
  const { audit } = licet.services.storage;
  const changes = await audit.list({ actor: "file:test.yaml" }, 100);
  assert.ok(changes.some(({ target }) => target === "role:clerk"));
  await readEvents("one-token");
  const minute = Math.floor(Date.now() / 60_000);
  const counted = await audit.counters("scopes_refused", minute - 2, minute);
  assert.equal(counted.find(({ label }) => label === "condition_failed")?.count, 1);
});
