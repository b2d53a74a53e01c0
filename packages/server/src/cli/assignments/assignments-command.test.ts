import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
resources: [{ name: orders, identifier: https://orders.example.test, actions: { read: { description: See } } }]
roles: [{ name: clerk }]
users: [{ username: alice }, { username: bob }]
assignments:
  - { principal: user:alice, role: clerk }
  - { principal: user:alice, permission: orders:read, at: orders/42, when: 'request.ip == "10.0.0.7"' }
  - { principal: user:bob, role: clerk, expires_at: 2020-01-01T00:00:00Z }
  - { principal: "user:*", permission: "orders:*" }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const list = async (...argv: readonly string[]): Promise<readonly string[]> =>
  (await licet.run(["assignments", "list", ...argv])).stdout.trim().split("\n").slice(1).toSorted();

test("assignments are listed with the names of users, conditions and ends", async () => {
  const lines = await list();
  assert.equal(lines.length, 4);
  assert.match(
    lines.join("\n"),
    /^user:bob +role clerk +- +2020-01-01T00:00:00Z \(expired\) +- +asg_\w{24}$/m,
  );
  assert.match(
    lines.join("\n"),
    /^user:alice +orders:read +orders\/42 +- +request\.ip == "10\.0\.0\.7" +asg_/m,
  );
});

test("every given option narrows the list", async () => {
  assert.equal((await list("--principal", "user:alice")).length, 2);
  assert.equal((await list("--role", "clerk")).length, 2);
  assert.equal((await list("--principal", "user:alice", "--role", "clerk")).length, 1);
  assert.equal((await list("--permission", "orders:*")).length, 1);
  assert.equal((await list("--at", "orders/42")).length, 1);
  assert.equal((await list("--principal", "user:*")).length, 1);
});

test("a list that is cut says so, and an unknown user is no empty list", async () => {
  const cut = await licet.run(["assignments", "list", "--limit", "1", "--output", "json"]);
  const { assignments, more } = JSON.parse(cut.stdout);
  assert.deepEqual([assignments.length, more], [1, true]);
  assert.match(cut.stderr, /There are more/);
  assert.equal((await licet.run(["assignments", "list", "--principal", "user:nobody"])).code, 1);
});
