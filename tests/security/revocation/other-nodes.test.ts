// @engine both: two nodes share a database on PostgreSQL.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer, send } from "../../support/api-client.ts";
import { describeOn } from "../../support/engines.ts";
import { createServerDatabase } from "../../support/server-database.ts";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { ENGINE, postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";

const baseUrl = "https://id.example.test";

type ApiCall = readonly [method: string, path: string, body?: unknown];

const CALLING = "licet:check licet:list licet:authzen.evaluate licet:roles.read licet:audit.read";
const SHOP_WITH_CALLER = `${SHOP}${CALLING.split(" ")
  .map((permission) => `  - { principal: application:${REPORTS.client_id}, permission: "${permission}" }`)
  .join("\n")}`;
const READS: readonly ApiCall[] = [
  ["GET", "/api/v1/roles"],
  ["GET", "/api/v1/audit"],
];
const subject = { type: "application", id: REPORTS.client_id };
const DECISIONS: readonly ApiCall[] = [
  ["POST", "/api/v1/check", { subject, permission: "orders:read" }],
  ["POST", "/api/v1/check:batch", { checks: [{ subject, permission: "orders:read" }] }],
  ["POST", "/api/v1/list/permissions", { subject }],
  [
    "POST",
    "/access/v1/evaluation",
    { subject, action: { name: "read" }, resource: { type: "orders", id: "1" } },
  ],
];

const revoke = async (licet: RunningLicet, token: string) =>
  assert.equal((await postForm(`${licet.url}/oidc/revoke`, { token, ...REPORTS })).status, 200);

test("RFC 7009 §2: revoked stays revoked after a restart, and what was alive lives on", async (t) => {
  const database = await createServerDatabase(ENGINE);
  const before = await startLicet({ state: SHOP, database, baseUrl });
  const revoked = await issueToken(before, REPORTS, "orders:read");
  const alive = await issueToken(before, REPORTS, "orders:read");
  await revoke(before, revoked);
  await before.stop();

  const after = await startLicet({ state: "", database, baseUrl });
  t.after(async () => {
    await after.stop();
    await database.drop();
  });
  await assertInactive(after, revoked, ORDERS_API);
  assert.equal((await introspect(after, alive, ORDERS_API)).body.active, true);
});

describeOn("postgres", "two nodes on one database", () => {
  /** The second node knows the client already, so that it answers from its cache if it is careless. */
  async function startTwo(t: { after(work: () => Promise<void>): void }, state = SHOP) {
    const database = await createServerDatabase(ENGINE);
    const one = await startLicet({ state, database, baseUrl });
    const two = await startLicet({ state: "", database, baseUrl });
    t.after(async () => {
      await Promise.all([one.stop(), two.stop()]);
      await database.drop();
    });
    const token = await issueToken(one, REPORTS, "orders:read");
    assert.equal((await introspect(two, token, ORDERS_API)).body.active, true);
    return { one, two, token };
  }

  test("RFC 7009 §2: revoked on one node is revoked on the other with the next request", async (t) => {
    const { one, two, token } = await startTwo(t);
    await revoke(one, token);
    await assertInactive(two, token, ORDERS_API);
  });

  test("RFC 7009 §2: a token for Licet's own API gets no data with the next request, and no decision within two seconds", async (t) => {
    const { one, two } = await startTwo(t, SHOP_WITH_CALLER);
    const token = await issueToken(one, REPORTS, CALLING);
    const isAccepted = async ([method, path, body]: ApiCall) => {
      const { status, text } = await send(two, { method, path, body, headers: bearer(token) });
      assert.ok(status === 200 || status === 401, text);
      return status === 200;
    };
    const [asked, decided] = [
      await Promise.all(READS.map(isAccepted)),
      await Promise.all(DECISIONS.map(isAccepted)),
    ];
    assert.deepEqual(
      [...asked, ...decided],
      [...READS, ...DECISIONS].map(() => true),
    );

    await revoke(one, token);
    assert.deepEqual(
      await Promise.all(READS.map(isAccepted)),
      READS.map(() => false),
    );
    for (const call of DECISIONS) await untilKnown(async () => !(await isAccepted(call)));
  });

  test("RFC 7662 §2.2: disabled on one node is inactive on the other within two seconds", async (t) => {
    const { one, two, token } = await startTwo(t);
    const { state } = one.services.storage;
    const application = await state.find("application", REPORTS.client_id);
    assert.ok(application);
    const by = { name: "test", at: Date.now() };
    await state.commit([{ op: "put", kind: "application", value: { ...application, enabled: false } }], by);
    await assertInactive(one, token, ORDERS_API);
    await untilKnown(async () => (await introspect(two, token, ORDERS_API)).body.active === false);
    await assertInactive(two, token, ORDERS_API);
    const asked = await postForm(`${two.url}/oidc/token`, { grant_type: "client_credentials", ...REPORTS });
    assert.equal(asked.status, 401);
  });
});
