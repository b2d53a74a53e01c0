// @engine both: each engine has its own locks, and its own error when one is held for too long.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";
import { assertUnavailable } from "./assert-error-answers.ts";
import { accessDatabase, type DatabaseAccess } from "./database-access.ts";
import { type EveryRequest, prepareEveryRequest } from "./every-request.ts";

let licet: RunningLicet;
let requests: EveryRequest;
let other: DatabaseAccess;
before(async () => {
  licet = await startLicet({ state: SHOP });
  requests = await prepareEveryRequest(licet);
  other = await accessDatabase(licet.database);
});
after(async () => {
  await other.close();
  await licet.stop();
});

/** Another process writes and does not come to an end. Only writing is held up on SQLite, reading as well on PostgreSQL. */
const LOCK = {
  sqlite: "begin immediate; update meta set value = value",
  postgres: "begin; lock table revoked_tokens, client_assertions, audit_events in access exclusive mode",
};

test("RFC 6749 §4.1.2.1: what cannot be written is not said to be written, and succeeds afterwards", async () => {
  const token = await issueToken(licet, REPORTS, "orders:read");
  await other.execute(LOCK[other.engine]);
  const revocation = requests.send("/oidc/revoke by a secret in the form", token);
  const assertion = requests.send("/oidc/token by an assertion", token);
  const requestId = `during-the-lock-${Date.now()}`;
  const meanwhile = await postForm(
    `${licet.url}/oidc/token`,
    { grant_type: "client_credentials", scope: "orders:read", ...REPORTS },
    { "x-request-id": requestId },
  );
  assert.equal(meanwhile.status, 200, "what needs no writing is not held up");
  assertUnavailable("revocation", await revocation);
  assertUnavailable("an assertion that cannot be spent", await assertion);

  await other.execute("rollback");
  assert.equal((await introspect(licet, token, ORDERS_API)).body.active, true, "not revoked by half");
  assert.equal((await requests.send("/oidc/revoke by a secret in the form", token)).status, 200);
  await assertInactive(licet, token, ORDERS_API);
  assert.equal((await requests.send("/oidc/token by an assertion", token)).status, 200);

  // Events during the lock are still recorded.
  await licet.runJob("audit");
  const [event] = await licet.services.storage.audit.list({ requestId }, 1);
  assert.equal(event?.type, "token.issued");
});
