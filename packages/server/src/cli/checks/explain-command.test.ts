import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { allowedSchema, deniedSchema } from "../../http/checks/explanation-schema.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: See }, write: { description: Change }, refund: { description: Refund } }
roles:
  - { name: viewer, grants: [orders:read] }
  - { name: clerk, inherits: [viewer], grants: [orders:write] }
applications:
  - { client_id: reports, type: service, access_accounts: [{ access_key: ak_x, ceiling: [orders:read] }] }
  - { client_id: shop, type: spa, enabled: false }
assignments:
  - { principal: application:reports, role: clerk, when: 'request.ip == "10.0.0.7"' }
  - { principal: application:reports, permission: orders:refund, expires_at: 2020-01-01T00:00:00Z }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

test("a granted scope is explained by its assignment, roles and condition with its values", async () => {
  const { code, stdout } = await licet.run([
    "explain",
    "reports",
    "--scope",
    "orders:read",
    "--ip",
    "10.0.0.7",
  ]);
  assert.equal(code, 0);
  assert.match(stdout, /^orders:read: granted$/m);
  assert.match(
    stdout,
    /^ {2}by +orders:read through the role clerk > viewer, assigned to application:reports \(asg_/m,
  );
  assert.match(stdout, /^ {2}when +request\.ip == "10\.0\.0\.7" {2}holds \(request\.ip = "10\.0\.0\.7"\)$/m);
});

test("a refused scope is explained by its reason, near misses and what would fix it", async () => {
  const { stdout } = await licet.run([
    "explain",
    "reports",
    "--scope",
    "orders:write orders:refund orders:reed",
  ]);
  assert.match(stdout, /^orders:write: refused, condition_missing_data$/m);
  assert.match(stdout, /cannot be decided \(request\.ip is missing\)/);
  assert.match(stdout, /fix +the request must bring request\.ip/);
  assert.match(stdout, /^orders:refund: refused, not_granted$/m);
  assert.match(stdout, /but it expired at 2020-01-01T00:00:00Z/);
  assert.match(stdout, /^orders:reed: refused, unknown_scope$/m);
});

test("--time asks about another moment", async () => {
  const { stdout } = await licet.run(
    "explain reports --scope orders:refund --time 2019-12-31T00:00:00Z -o json".split(" "),
  );
  const { time, scopes } = JSON.parse(stdout);
  assert.equal(time, "2019-12-31T00:00:00Z");
  assert.equal(scopes[0].granted, true);
  assert.equal(scopes[0].expires_at, "2020-01-01T00:00:00Z");
});

test("programs get an explanation in the shape that the API has", async () => {
  const { stdout } = await licet.run(
    "explain reports --scope orders:refund --scope orders:write -o json".split(" "),
  );
  const { scopes } = JSON.parse(stdout);
  assert.ok(scopes.length > 0);
  for (const { scope, asked, granted, ...told } of scopes)
    assert.deepEqual(
      granted ? allowedSchema.parse(told) : deniedSchema.parse(told),
      told,
      `${scope} of ${asked}`,
    );
});

test("an access key is explained within its ceiling", async () => {
  const { stdout } = await licet.run("explain ak_x --scope orders:write --ip 10.0.0.7".split(" "));
  assert.match(stdout, /^ak_x, an access key of reports, /);
  assert.match(stdout, /orders:write: refused, key_ceiling/);
  assert.match(stdout, /the ceiling of ak_x is orders:read: add orders:write to it/);
});

test("a suggested change can be applied as it is, and fixes the refusal", async () => {
  const argv = "explain reports --scope orders:refund -o json".split(" ");
  const { suggestions } = JSON.parse((await licet.run(argv)).stdout).scopes[0];
  const { change } = suggestions.find((suggestion: { change?: unknown }) => suggestion.change !== undefined);
  assert.equal((await licet.run(["apply", "-"], JSON.stringify(change))).code, 0);
  assert.equal(JSON.parse((await licet.run(argv)).stdout).scopes[0].granted, true);
});

test("a reason that keeps a client from any token comes first", async () => {
  const { stdout } = await licet.run("explain shop --scope orders:read".split(" "));
  assert.match(stdout, /^! no token at all: the application shop is disabled$/m);
  assert.match(stdout, /^! no token at all: a spa application cannot use client_credentials$/m);
});

test("a scope that cannot be parsed is refused like at the token endpoint", async () => {
  const { code, stderr } = await licet.run(["explain", "reports", "--scope", "orders:read  orders:write"]);
  assert.equal(code, 1);
  assert.match(stderr, /^licet: invalid_scope: /);
});

test("an option that would have no effect is refused", async () => {
  for (const argv of [
    ["user:alice", "orders:read", "--user", "bob"],
    ["user:alice", "orders:read", "--scope", "orders:read"],
    ["reports", "--scope", "orders:read", "--context", '{"amount": 1}'],
  ]) {
    const { code, stderr } = await licet.run(["explain", ...argv]);
    assert.equal(code, 2, argv.join(" "));
    assert.match(stderr, /^error: /);
  }
});
