/** The deletion of a resource changes what names it, and needs the permission to change each of these. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RunningLicet } from "../../../support/start-licet.ts";
import { assertProblem, createCaller, fingerprint, startGuarded } from "../guarded-api.ts";
import { service } from "../world.ts";

const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } }, instances: [{ id: eu }] }
  - { name: stock, identifier: https://stock.example.test, actions: { read: { description: See stock } }, instances: [{ id: shelf }] }
  - { name: bills, identifier: https://bills.example.test, actions: { read: { description: See bills } } }
permissions: [{ name: closing, description: Close the books }]
roles: [{ name: viewer, grants: [orders:read] }]
users: [{ username: alice }]
applications:
${service("admin")}
${service("orders-api", ", serves: [orders]")}
assignments:
  - { principal: application:admin, role: licet-administrator }
  - { principal: user:alice, permission: orders:read }
  - { principal: user:alice, permission: closing }
`;

let licet: RunningLicet;
before(async () => {
  licet = await startGuarded(WORLD);
});
after(() => licet.stop());

const NEEDED = ["applications", "assignments", "roles"].map((noun) => `licet:${noun}.write`);
const DELETION = "/resources/orders?cascade=true";

test("a token that may change resources alone deletes none that others name, and the audit log has it", async () => {
  const caller = await createCaller(licet, "admin", "licet:resources.write");
  const before = await fingerprint(licet);
  const refused = await caller("DELETE", DELETION);
  assertProblem(refused, 403, "forbidden");
  assert.deepEqual(refused.body.lacking, NEEDED);
  assert.deepEqual(await fingerprint(licet), before);
  await licet.runJob("audit");
  const auditor = await createCaller(licet, "admin", "licet:audit.read");
  const { items } = (await auditor("GET", "/audit?type=api.denied")).body;
  assert.deepEqual(items[0].data.lacking, NEEDED);
  assert.ok(items[0].data.tried.includes("put role viewer"), items[0].data.tried.join());
});

test("each of the permissions is needed", async () => {
  for (const missing of NEEDED) {
    const rest = NEEDED.filter((permission) => permission !== missing);
    const caller = await createCaller(licet, "admin", ["licet:resources.write", ...rest].join(" "));
    assert.deepEqual((await caller("DELETE", DELETION)).body.lacking, [missing]);
  }
});

test("a permission that is assigned needs them as well", async () => {
  const caller = await createCaller(licet, "admin", "licet:permissions.write");
  const refused = await caller("DELETE", "/permissions/closing?cascade=true");
  assertProblem(refused, 403, "forbidden");
  assert.deepEqual(refused.body.lacking, ["licet:assignments.write"]);
});

test("a resource that nothing else names needs no more, nor do its own instances", async () => {
  const caller = await createCaller(licet, "admin", "licet:resources.write");
  assert.equal((await caller("DELETE", "/resources/bills")).status, 204);
  assert.equal((await caller("DELETE", "/resources/stock?cascade=true")).status, 204);
});

test("with all of them it is deleted, with everything that names it", async () => {
  const caller = await createCaller(licet, "admin", ["licet:resources.write", ...NEEDED].join(" "));
  assert.equal((await caller("DELETE", DELETION)).status, 204);
});
