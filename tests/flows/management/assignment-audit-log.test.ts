import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

interface AuditItem {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

test("the audit log tells who got or lost what, also after the assignment is gone", async () => {
  const auditLog = async (requestId: string) => {
    const { status, body } = await api("GET", `/audit?request_id=${requestId}`);
    assert.equal(status, 200);
    return body.items.map(({ type, data: { changes: _, ...data } }: AuditItem) => ({
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
  assert.deepEqual(await auditLog("gave-1"), [{ type: "assignment.created", ...clerk }]);
  const ended = { ...wanted, expires_at: "2040-01-01T00:00:00Z" };
  await api("POST", "/assignments", ended, { "x-request-id": "gave-2" });
  assert.deepEqual(await auditLog("gave-2"), [
    { type: "assignment.updated", ...clerk, expires_at: "2040-01-01T00:00:00Z", replaced: true },
  ]);
  const batch = { create: [{ principal: "user:*", permission: "orders:read" }], delete: [made.id] };
  const { status } = await api("POST", "/assignments:batch", batch, { "x-request-id": "gave-3" });
  assert.equal(status, 200);
  assert.deepEqual(
    new Set(await auditLog("gave-3")),
    new Set([
      { type: "assignment.deleted", ...clerk, expires_at: "2040-01-01T00:00:00Z" },
      { type: "assignment.created", revision: 0, principal: "user:*", permission: "orders:read" },
    ]),
  );

  await api("POST", "/roles", { name: "passing" });
  await api("POST", "/assignments", { principal: "user:alice", role: "passing" });
  await api("DELETE", "/roles/passing?cascade=true", undefined, { "x-request-id": "gave-4" });
  const [, gone] = await auditLog("gave-4");
  assert.deepEqual(gone, { type: "assignment.deleted", revision: 0, principal, role: "passing" });

  await licet.apply("assignments: [{ principal: user:alice, permission: billing_admin }]");
  const { body } = await api("GET", "/audit?type=assignment.created&limit=1");
  assert.equal(body.items[0].data.principal, principal);
  assert.equal(body.items[0].data.permission, "billing_admin");
});

const KINDS: readonly (readonly [kind: string, readBy: string, write: readonly [string, string, object]])[] =
  [
    ["resource", "resources", ["PUT", "/resources/seen", { identifier: "https://seen.test", actions: {} }]],
    ["instance", "resources", ["PUT", "/resources/orders/instances/seen", { attributes: { secret: "x" } }]],
    ["permission", "permissions", ["PUT", "/permissions/seen", { description: "Seen" }]],
    ["role", "roles", ["PUT", "/roles/seen", { grants: ["orders:read"] }]],
    ["group", "groups", ["PUT", "/groups/seen", { description: "Seen" }]],
    ["membership", "groups", ["PUT", "/groups/seen/members/user:bob", {}]],
    [
      "assignment",
      "assignments",
      ["POST", "/assignments", { principal: "user:bob", role: "seen", when: "true" }],
    ],
    ["application", "applications", ["PUT", "/applications/seen", { type: "service" }]],
    ["access_account", "applications", ["PUT", "/applications/seen/access-accounts/ak_seen", {}]],
    ["secret", "applications", ["POST", "/applications/seen/secrets", {}]],
    [
      "user",
      "users",
      ["PUT", "/users/seen", { email: "seen@example.test", password: "a long enough password" }],
    ],
  ];

test("changed members are for tokens that may read what was changed; others learn that there are some", async () => {
  const auditor = await createCaller(licet, "admin", "licet:audit.read");
  const changeIn = async (caller: Caller, kind: string) => {
    const { body } = await caller("GET", `/audit?type=${kind}.created&limit=1`);
    return body.items[0].data;
  };
  for (const [kind, tag, [method, path, wanted]] of KINDS) {
    const { status, text } = await api(method, path, wanted);
    assert.ok(status < 300, text);
    const withheld = await changeIn(auditor, kind);
    assert.equal(withheld.changes_withheld, true, kind);
    assert.ok(!("changes" in withheld) && !("truncated" in withheld), kind);
    const reader = await createCaller(licet, "admin", `licet:audit.read licet:${tag}.read`);
    const { changes, changes_withheld } = await changeIn(reader, kind);
    assert.ok(Object.keys(changes).length > 0 && changes_withheld === undefined, kind);
  }
  const { changes } = await changeIn(api, "user");
  assert.deepEqual(changes.email, { after: "seen@example.test" });
  assert.deepEqual(changes.password, { changed: true });
  const others = await createCaller(licet, "admin", "licet:audit.read licet:users.read licet:groups.read");
  assert.equal(
    (await changeIn(others, "role")).changes_withheld,
    true,
    "another kind's permission is not enough",
  );
});

test("a write that changes nothing leaves no event, and a change names what it changed", async () => {
  const events = async () => (await api("GET", "/audit?target=role:even&limit=10")).body.items;
  await api("PUT", "/roles/even", { description: "As it was", grants: ["orders:read"] });
  await api("PUT", "/roles/even", { description: "As it was", grants: ["orders:read"] });
  assert.equal((await events()).length, 1);
  await api("PUT", "/roles/even", { description: "As it is", grants: ["orders:read"] });
  const [{ type, data }] = await events();
  assert.equal(type, "role.updated");
  assert.deepEqual(data.changes, { description: { before: "As it was", after: "As it is" } });
});
