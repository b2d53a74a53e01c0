import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See }, write: { description: Change }, refund: { description: Refund } }
roles: [{ name: clerk, grants: [orders:read, orders:write] }]
users: [{ username: alice }, { username: bob }]
groups: [{ name: sales, members: [user:alice, user:bob] }]
assignments: [{ principal: group:sales, role: clerk }]`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const simulate = (state: string, ...more: string[]) => licet.run(["simulate", "-", ...more], state);

test("a changed role says who gains and who loses what, and nothing is written", async () => {
  const { code, stdout, stderr } = await simulate(
    "roles: [{ name: clerk, grants: [orders:read, orders:refund] }]",
  );
  assert.equal(code, 0);
  assert.match(stdout, /^~ role clerk \(grants\)$/m);
  for (const name of ["alice", "bob"])
    assert.match(stdout, new RegExp(`^user:${name}\n  gains  orders:refund\n  loses  orders:write$`, "m"));
  assert.match(stderr, /Nothing was written/);
  assert.equal((await licet.run(["check", "user:alice", "orders:write"])).code, 0);
});

test("a new user is shown by username, and an instance is named", async () => {
  const { stdout } = await simulate(`
users: [{ username: carol }]
assignments: [{ principal: user:carol, permission: orders:read, at: orders/42 }]`);
  assert.match(stdout, /^user:carol\n {2}gains {2}orders:read at orders\/42$/m);
});

test("a role that is held at instances only is compared there, and an answer that is not complete says so", async () => {
  const held = (count: number) =>
    Array.from({ length: count }, (_, n) => `{ principal: user:bob, role: local, at: orders/${n} }`).join();
  const hold = (count: number) =>
    licet.run(
      ["apply", "-"],
      `{ roles: [{ name: local, grants: [orders:refund] }], assignments: [${held(count)}] }`,
    );
  const emptied = "roles: [{ name: local }]";
  await hold(1);
  const one = await simulate(emptied);
  assert.match(one.stdout, /^user:bob\n {2}loses {2}orders:refund at orders\/0$/m);
  assert.doesNotMatch(one.stderr, /not complete/);
  await hold(101);
  assert.match((await simulate(emptied)).stderr, /^warning: not complete: /m);
});

test("conditions see the context that were named", async () => {
  const state = `assignments: [{ principal: user:bob, permission: orders:refund, when: 'request.ip == "10.0.0.7"' }]`;
  assert.match((await simulate(state)).stdout, /No principal would gain or lose a permission/);
  const { stdout } = await simulate(state, "--ip", "10.0.0.7", "-o", "json");
  const { subjects, changes } = JSON.parse(stdout);
  assert.deepEqual(
    subjects.map(({ gains, losses }: { gains: unknown; losses: unknown }) => [gains, losses]),
    [[[{ permission: "orders:refund" }], []]],
  );
  assert.equal(changes.length, 1);
});

test("a file with a mistake ends with 1 and its position", async () => {
  const { code, stderr } = await simulate("rolls: []");
  assert.equal(code, 1);
  assert.match(stderr, /^licet: stdin:1:1 rolls: unknown key/);
});

test("--time decides which assignments have expired", async () => {
  const state = `assignments:
  - { principal: user:alice, permission: orders:refund, expires_at: 2035-01-01T00:00:00Z }`;
  const before = await simulate(state, "--time", "2034-12-31T00:00:00Z");
  assert.match(before.stdout, /^ {2}gains {2}orders:refund$/m);
  const later = await simulate(state, "--time", "2035-01-02T00:00:00Z");
  assert.match(later.stdout, /^No principal would gain or lose a permission\.$/m);
});
