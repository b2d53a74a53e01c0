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
    instances: [{ id: eu }, { id: "42", parent: eu }]
roles:
  - { name: viewer, grants: [orders:read] }
  - { name: clerk, inherits: [viewer], grants: [{ permission: orders:refund, when: 'request.context.amount < 100' }] }
users: [{ username: alice }, { username: bob, enabled: false }]
groups: [{ name: sales, members: [user:alice] }, { name: staff, members: [group:sales] }]
applications:
  - { client_id: reports, type: service, access_accounts: [{ access_key: ak_x, ceiling: [orders:read] }] }
assignments:
  - { principal: group:staff, role: clerk }
  - { principal: user:alice, permission: orders:write, at: orders/eu, expires_at: 2030-01-01T00:00:00Z }
  - { principal: user:bob, role: clerk }
  - { principal: application:reports, permission: "orders:*", when: 'request.ip == "10.0.0.7"' }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const check = (text: string) => licet.run(["check", ...text.split(" ")]);

test("allowed ends with 0, denied with 4, and the output gives the reason", async () => {
  assert.deepEqual(await check("user:alice orders:read"), { code: 0, stdout: "allowed\n", stderr: "" });
  assert.deepEqual(await check("user:alice orders:write"), {
    code: 4,
    stdout: "denied, not_granted\n",
    stderr: "",
  });
});

test("an instance is found below the one that was assigned, until the assignment ends", async () => {
  const { code, stdout } = await check("user:alice orders:write orders/42");
  assert.equal(code, 0);
  assert.equal(stdout, "allowed, until 2030-01-01T00:00:00Z\n");
  assert.equal((await check("user:alice orders:write orders/42 --time 2031-01-01T00:00:00Z")).code, 4);
});

test("conditions see --ip and --context", async () => {
  assert.equal((await check("application:reports orders:write --ip 10.0.0.7")).code, 0);
  assert.equal((await check("application:reports orders:write --ip 10.0.0.8")).code, 4);
  assert.equal((await check('user:alice orders:refund --context {"amount":99}')).code, 0);
  assert.equal((await check('user:alice orders:refund --context {"amount":100}')).code, 4);
  assert.equal((await check("user:alice orders:refund")).stdout, "denied, condition_missing_data\n");
});

test("conditions see in --context what they see in the permission API's: acr, amr, the client and the rest", async () => {
  const state = `
resources:
  - { name: vault, identifier: https://vault.example.test, actions: { a: { description: a }, b: { description: b }, c: { description: c }, d: { description: d } } }
assignments:
  - { principal: user:alice, permission: vault:a, when: 'request.acr == "gold" && "otp" in request.amr' }
  - { principal: user:alice, permission: vault:b, when: 'client.id == "reports" && client.type == "service"' }
  - { principal: user:alice, permission: vault:c, when: 'request.ip == "10.0.0.7" && request.grant_type == "x"' }
  - { principal: user:alice, permission: vault:d, when: 'request.time - request.auth_time < duration("5m") && request.context.acr == "gold"' }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
  const ask = async (permission: string, context: object, ...flags: string[]) => {
    const question = ["user:alice", permission, "--context", JSON.stringify(context), ...flags];
    const { code } = await licet.run(["check", ...question]);
    const { stdout } = await licet.run(["explain", ...question, "-o", "json"]);
    assert.equal(JSON.parse(stdout).allowed, code === 0, "explain says the same");
    return code;
  };
  assert.equal(await ask("vault:a", { acr: "gold", amr: ["pwd", "otp"] }), 0);
  assert.equal(await ask("vault:a", { acr: "gold", amr: ["pwd"] }), 4);
  assert.equal(await ask("vault:b", { client: { id: "reports" } }), 0, "what is stored is known");
  assert.equal(await ask("vault:b", { client: { id: "reports", type: "web" } }), 0, "and beats what is said");
  assert.equal(await ask("vault:b", { client: { id: "shop" } }), 4);
  assert.equal(await ask("vault:c", { ip: "10.0.0.7", grant_type: "x" }), 0);
  assert.equal(await ask("vault:c", { ip: "10.0.0.7", grant_type: "x" }, "--ip", "10.0.0.8"), 4, "flags win");
  const times = { time: "2030-01-01T10:04:00Z", auth_time: "2030-01-01T10:00:00Z", acr: "gold" };
  assert.equal(await ask("vault:d", times), 0);
  assert.equal(await ask("vault:d", times, "--time", "2030-01-01T10:06:00Z"), 4);
});

test("a context that the permission API would not take ends with 2 and says what was expected", async () => {
  for (const [context, expected] of [
    ['{"acr":1}', "Expected acr to be a text."],
    ['{"amr":"otp"}', "Expected amr to be a list of texts."],
    ['{"time":"2030-01-01"}', "Expected time to be seconds since 1970, or a date and time with its zone."],
    ['{"client":"reports"}', 'Expected client to be an object such as {"id": "shop"}'],
    ['{"client":{"id":"reports","colour":"red"}}', "Expected client to be an object"],
  ] as const) {
    const { code, stderr } = await check(`user:alice orders:read --context ${context}`);
    assert.equal(code, 2, context);
    assert.ok(stderr.includes(expected), stderr);
  }
});

test("groups and access accounts can be asked about, too", async () => {
  assert.equal((await check("group:sales orders:read")).code, 0);
  assert.equal((await check("access_account:ak_x orders:read --ip 10.0.0.7")).code, 0);
  assert.equal(
    (await check("access_account:ak_x orders:write --ip 10.0.0.7")).stdout,
    "denied, key_ceiling\n",
  );
});

test("a disabled subject, an unknown name or a wrong resource is a denial and no failure", async () => {
  const reasons = {
    "user:bob orders:read": "subject_disabled",
    "user:nobody orders:read": "unknown_subject",
    "user:Alice orders:read": "unknown_subject",
    "user:alice orders:reed": "unknown_permission",
    "user:alice orders:read stock/1": "wrong_resource",
  };
  for (const [question, reason] of Object.entries(reasons)) {
    const { code, stdout } = await check(`${question} -o json`);
    assert.equal(code, 4, question);
    const { revision, ...answer } = JSON.parse(stdout);
    assert.ok(revision > 0);
    assert.deepEqual(answer, { allowed: false, reason });
  }
});

test("a question that cannot be read ends with 2", async () => {
  for (const question of [
    "alice orders:read",
    "user: orders:read",
    "user:alice",
    "user:alice orders:read 42",
    "user:alice orders:read --ip here",
    "user:alice orders:read --context [1]",
  ])
    assert.equal((await check(question)).code, 2, question);
});

test("the same words with explain say why, with names and every link of the chain", async () => {
  const { code, stdout } = await licet.run("explain user:alice orders:read".split(" "));
  assert.equal(code, 0);
  assert.match(stdout, /^user:alice, at \S+Z, revision \d+$/m);
  assert.match(stdout, /^orders:read: allowed$/m);
  assert.match(
    stdout,
    /^ {2}by +orders:read through the role clerk > viewer, assigned to group:staff \(asg_/m,
  );
  assert.match(stdout, /^ {8}as user:alice > group:sales > group:staff$/m);
});

test("an explained denial ends with 0 and shows the near miss and a command that fixes it", async () => {
  const question = "user:alice orders:write".split(" ");
  const { code, stdout } = await licet.run(["explain", ...question]);
  assert.equal(code, 0);
  assert.match(stdout, /^orders:write: denied, not_granted$/m);
  assert.match(stdout, /but it holds for orders\/eu and what is below/);
  const [, suggestion = ""] = /assign it: licet (.+)$/m.exec(stdout) ?? [];
  assert.equal(suggestion, "grant user:alice orders:write");
  assert.equal((await licet.run(suggestion.split(" "))).code, 0);
  assert.equal((await licet.run(["check", ...question])).code, 0);
});

test("as JSON an explanation is one document with the path", async () => {
  const argv = "explain user:alice orders:write orders/42 --time 2026-01-01T00:00:00Z -o json".split(" ");
  const { via, revision, ...document } = JSON.parse((await licet.run(argv)).stdout);
  assert.equal(document.subject, "user:alice");
  assert.equal(document.resource, "orders/42");
  assert.equal(document.time, "2026-01-01T00:00:00Z");
  assert.equal(document.allowed, true);
  assert.equal(via.principals.length, 1);
});

test("a permission together with scopes, or a subject without its type, ends with 2", async () => {
  for (const argv of ["user:alice orders:read --scope x", "alice orders:read"]) {
    const { code, stderr } = await licet.run(["explain", ...argv.split(" ")]);
    assert.equal(code, 2);
    assert.match(stderr, /^error: /);
  }
});
