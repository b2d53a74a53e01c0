// @engine both: a client meets two nodes on PostgreSQL.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createTokenClient } from "@licet/sdk/client";
import { createPermissionsClient, LicetProblem, type PermissionsClientOptions } from "@licet/sdk/permissions";
import { auth, requirePermission } from "@licet/sdk/server/node";
import { testOn } from "../../support/engines.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { ASKER, FIRM, REPORTS, STRANGER } from "../checks/firm.ts";

const ADMIN = { client_id: "manager", client_secret: "manager-secret-manager-secret-manager" };
const STATE = `${FIRM}
  - { principal: "application:${ADMIN.client_id}", role: licet-administrator }
`.replace(
  "applications:\n",
  `applications:\n  - { client_id: ${ADMIN.client_id}, client_secret: ${ADMIN.client_secret}, name: Manages, type: service }\n`,
);

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: STATE });
});
after(() => licet.stop());

const create = (client = ASKER, options: Partial<PermissionsClientOptions> = {}) =>
  createPermissionsClient({
    issuer: licet.url,
    token: createTokenClient({
      issuer: licet.url,
      clientId: client.client_id,
      clientSecret: client.client_secret,
    }),
    ...options,
  });

const READ = { subject: "user:bob", permission: "orders:read" };

test("a revision that does not exist is refused once: the client does not ask again", async () => {
  const asked: string[] = [];
  const counting: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname);
    return fetch(input, init);
  };
  const client = create(ASKER, { fetch: counting });
  const atLeast = licet.services.storage.feed.revision + 1;
  const refusals = await Promise.allSettled([
    client.check(READ, { atLeast }),
    client.check({ ...READ, subject: "user:alice" }, { atLeast }),
  ]);
  for (const refusal of refusals) {
    assert.ok(refusal.status === "rejected" && refusal.reason instanceof LicetProblem);
    assert.equal(refusal.reason.error, "unknown_revision");
  }
  assert.deepEqual(asked, ["/api/v1/check:batch"]);
});

test("checks of one turn get the answers of single checks, and one that is refused fails alone", async () => {
  const { check, checkMany } = create();
  const questions = [
    READ,
    { ...READ, resource: "orders/42" },
    { subject: "user:alice", permission: "orders:write", resource: "orders/42" },
    { subject: "user:carol", permission: "orders:read" },
    { ...READ, permission: "orders:fly" },
  ];
  const together = await Promise.all(questions.map((question) => check(question)));
  const single = [];
  for (const question of questions) single.push(await check(question));
  assert.deepEqual(together, single);
  assert.deepEqual(await checkMany(questions), single);
  assert.deepEqual(
    single.map(({ allowed }) => allowed),
    [false, true, true, false, false],
  );

  const mixed = await Promise.allSettled([
    ...questions.map((question) => check(question)),
    check({ subject: "bob", permission: "orders:read" }),
    check({ ...READ, permission: "x".repeat(301) }),
    check({ ...READ, context: { time: "yesterday" } }),
  ]);
  assert.deepEqual(
    mixed.slice(0, 5).map((settled) => settled.status === "fulfilled" && settled.value),
    single,
  );
  const pointers = mixed.slice(5).map((settled) => {
    assert.ok(settled.status === "rejected" && settled.reason instanceof LicetProblem);
    return settled.reason.errors.map(({ pointer }) => pointer);
  });
  assert.deepEqual(pointers, [["/subject"], ["/permission"], ["/context/time"]]);
});

test("explanations and lists agree with the checks", async () => {
  const client = create();
  const explanation = await client.explain({ ...READ, resource: "orders/42" });
  assert.ok(explanation.allowed);
  assert.deepEqual(explanation.via.roles, ["viewer"]);
  const { items } = await client.listPermissions({ subject: "user:bob", resource: "orders/42" });
  assert.deepEqual(
    items.map(({ permission }) => permission),
    ["orders:read"],
  );
  const found: string[] = [];
  for await (const { id } of client.each("POST", "/list/resources", { body: { ...READ, limit: 1 } }))
    found.push(id);
  assert.deepEqual(found, ["42", "43", "eu"]);
  const { items: subjects } = await client.listSubjects({ permission: "orders:read", resource: "orders/42" });
  assert.deepEqual(subjects.map(({ username, id }) => username ?? id).toSorted(), [
    "alice",
    "bob",
    "reports",
  ]);
});

test("everything can be managed: created once, changed at its version, listed by pages, deleted", async () => {
  const client = create(ADMIN);
  const body = { name: "packer", grants: ["orders:read"] };
  const idempotencyKey = "create-packer";
  const created = await client.request("POST", "/roles", { body, idempotencyKey });
  const repeated = await client.request("POST", "/roles", { body, idempotencyKey });
  assert.equal(created.status, 201);
  assert.deepEqual(repeated.body, created.body);

  const params = { name: "packer" };
  const { etag } = await client.request("GET", "/roles/{name}", { params });
  assert.ok(etag);
  const changed = { params, body: { ...body, description: "Packs orders" }, ifMatch: etag };
  assert.equal((await client.request("PUT", "/roles/{name}", changed)).body.description, "Packs orders");
  await assert.rejects(client.request("PUT", "/roles/{name}", changed), {
    name: "LicetProblem",
    code: "request_refused",
    error: "version_mismatch",
    status: 412,
  });

  const names: string[] = [];
  for await (const role of client.each("GET", "/roles", { query: { limit: 1 } })) names.push(role.name);
  assert.deepEqual(names.toSorted(), ["clerk", "licet-administrator", "packer", "viewer"]);

  assert.equal((await client.request("DELETE", "/roles/{name}", { params })).body, undefined);
  const error = await client.request("GET", "/roles/{name}", { params }).catch((caught: unknown) => caught);
  assert.ok(error instanceof LicetProblem);
  assert.equal(error.error, "not_found");
  assert.ok(error.requestId);
});

test("a client without the permission is refused with what it lacks", async () => {
  const error = await create()
    .request("GET", "/roles")
    .catch((caught: unknown) => caught);
  assert.ok(error instanceof LicetProblem);
  assert.deepEqual(
    [error.error, error.status, error.problem.lacking],
    ["forbidden", 403, ["licet:roles.read"]],
  );
});

test("a token that was revoked is replaced", async () => {
  const token = createTokenClient({
    issuer: licet.url,
    clientId: ASKER.client_id,
    clientSecret: ASKER.client_secret,
  });
  const { check } = create(ASKER, { token });
  const before = await token.token({ scope: [], resource: `${licet.url}/api/v1` });
  const form = new URLSearchParams({ ...ASKER, token: before.accessToken });
  assert.equal((await fetch(`${licet.url}/oidc/revoke`, { method: "POST", body: form })).status, 200);
  assert.equal((await check(READ)).allowed, false);
  const later = await token.token({ scope: [], resource: `${licet.url}/api/v1` });
  assert.notEqual(later.accessToken, before.accessToken);
});

test("the client answers requirePermission(), and an API without an answer says 503", async () => {
  let isAway = false;
  const checker = create(ASKER, {
    attempts: 1,
    fetch: (input, init) => (isAway ? Promise.reject(new Error("away")) : fetch(input, init)),
  });
  const protect = auth({ issuer: licet.url, audience: "https://orders.example.test", checker, log: false });
  const listener = protect(
    requirePermission("orders:write", () => ({ context: { ip: "192.0.2.1" } })),
    (_request, response) => response.end("done"),
  );
  const api = createServer(listener);
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  try {
    const caller = createTokenClient({
      issuer: licet.url,
      clientId: REPORTS.client_id,
      clientSecret: REPORTS.client_secret,
      resource: "https://orders.example.test",
      origins: [url],
    });
    assert.equal((await caller.fetch(url)).status, 200);
    isAway = true;
    assert.equal((await caller.fetch(url)).status, 503);
    isAway = false;
    const stranger = createTokenClient({
      issuer: licet.url,
      clientId: STRANGER.client_id,
      clientSecret: STRANGER.client_secret,
    });
    await licet.apply(
      `assignments: [{ principal: "application:${STRANGER.client_id}", permission: orders:read }]`,
    );
    const { accessToken } = await stranger.token({ scope: "orders:read" });
    const refused = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
    assert.equal(refused.status, 403);
    assert.match(refused.headers.get("www-authenticate") ?? "", /insufficient_scope/);
  } finally {
    api.closeAllConnections();
    api.close();
  }
});

testOn("postgres", "a client reads its own writes on whichever of two nodes answers", async () => {
  const other = await startLicet({ state: "", database: licet.database, baseUrl: licet.url });
  try {
    let calls = 0;
    const client = create(ADMIN, {
      // A load balancer: each request goes to the other node.
      fetch: (input, init) => {
        calls += 1;
        const node = calls % 2 === 0 ? licet.url : other.url;
        return fetch(String(input).replace(licet.url, node), init);
      },
    });
    const question = { subject: "user:bob", permission: "orders:refund" };
    for (let round = 0; round < 10; round += 1) {
      const { body } = await client.request("POST", "/assignments", {
        body: { principal: "user:bob", permission: "orders:refund" },
      });
      assert.equal((await client.check(question)).allowed, true);
      assert.equal((await client.check(question)).allowed, true);
      await client.request("DELETE", "/assignments/{id}", { params: { id: body.id } });
      assert.equal((await client.check(question)).allowed, false);
      assert.equal((await client.check(question)).allowed, false);
    }
  } finally {
    await other.stop();
  }
});
