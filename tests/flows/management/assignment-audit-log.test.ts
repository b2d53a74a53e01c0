import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Api, callerOf } from "./api-client.ts";
import { WORLD } from "./world.ts";

let licet: RunningLicet;
let api: Api;
before(async () => {
  licet = await startLicet({ state: WORLD });
  api = await callerOf(licet, "admin");
});
after(() => licet.stop());

test("the audit log tells who got or lost what, also after the assignment is gone", async () => {
  const auditLog = async (requestId: string) => {
    const { status, body } = await api("GET", `/audit?request_id=${requestId}`);
    assert.equal(status, 200);
    return body.items.map(({ type, data }: { readonly type: string; readonly data: object }) => ({
      type,
      ...data,
      revision: 0,
    }));
  };
  const { body: alice } = await api("GET", "/users/alice");
  const principal = `user:${alice.id}`;
  const clerk = { revision: 0, principal, role: "clerk", at: "orders/43" };
  const wanted = { principal: "user:alice", role: "clerk", at: "orders/43" };
  const { body: made } = await api("POST", "/assignments", wanted, { "x-request-id": "gave-1" });
  assert.deepEqual(await auditLog("gave-1"), [{ type: "assignment.saved", ...clerk }]);
  const ended = { ...wanted, expires_at: "2040-01-01T00:00:00Z" };
  await api("POST", "/assignments", ended, { "x-request-id": "gave-2" });
  assert.deepEqual(await auditLog("gave-2"), [
    { type: "assignment.saved", ...clerk, expires_at: "2040-01-01T00:00:00Z", replaced: true },
  ]);
  const batch = { create: [{ principal: "user:*", permission: "orders:read" }], delete: [made.id] };
  const { status } = await api("POST", "/assignments:batch", batch, { "x-request-id": "gave-3" });
  assert.equal(status, 200);
  assert.deepEqual(
    new Set(await auditLog("gave-3")),
    new Set([
      { type: "assignment.deleted", ...clerk, expires_at: "2040-01-01T00:00:00Z" },
      { type: "assignment.saved", revision: 0, principal: "user:*", permission: "orders:read" },
    ]),
  );

  await api("POST", "/roles", { name: "passing" });
  await api("POST", "/assignments", { principal: "user:alice", role: "passing" });
  await api("DELETE", "/roles/passing?cascade=true", undefined, { "x-request-id": "gave-4" });
  const [, gone] = await auditLog("gave-4");
  assert.deepEqual(gone, { type: "assignment.deleted", revision: 0, principal, role: "passing" });

  await licet.apply("assignments: [{ principal: user:alice, permission: billing_admin }]");
  const { body } = await api("GET", "/audit?type=assignment.saved&limit=1");
  assert.equal(body.items[0].data.principal, principal);
  assert.equal(body.items[0].data.permission, "billing_admin");
});
