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
    actions: { read: { description: See }, write: { description: Change } }
permissions: [{ name: closing, description: Close }, { name: both, description: Both }]
roles: [{ name: clerk, grants: [orders:read] }, { name: both }]
users: [{ username: alice }]
applications: [{ client_id: reports, name: Nightly reports, type: service }]`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const run = (text: string, ...more: string[]) => licet.run([...text.split(" "), ...more]);
const isAllowed = async (text: string) => (await run(`check ${text}`)).code === 0;

test("a granted role allows its permissions, and a revoked one no longer does", async () => {
  const given = await run("grant user:alice clerk");
  assert.equal(given.code, 0);
  assert.match(given.stdout, /^user:alice was given clerk \(asg_\w{24}\)\n$/);
  assert.ok(await isAllowed("user:alice orders:read"));
  const taken = await run("revoke user:alice clerk");
  assert.match(taken.stdout, /^user:alice no longer has clerk \(asg_\w{24}\)\n$/);
  assert.ok(!(await isAllowed("user:alice orders:read")));
});

test("a name without a colon is the role or the permission that exists", async () => {
  assert.equal((await run("grant application:reports closing")).code, 0);
  assert.ok(await isAllowed("application:reports closing"));
  const { code, stderr } = await run("grant application:reports both");
  assert.equal(code, 1);
  assert.match(stderr, /there are a role and a permission named both: add --as role or --as permission/);
  const { assignment } = JSON.parse(
    (await run("grant application:reports both --as permission -o json")).stdout,
  );
  assert.equal(assignment.permission, "both");
});

test("granting the same again changes only the expiry", async () => {
  const grant = async (more: string) =>
    JSON.parse((await run(`grant user:* orders:* -o json${more}`)).stdout);
  const first = await grant(" --until 2090-01-01T00:00:00Z");
  assert.equal(first.effect, "created");
  assert.equal(first.assignment.expires_at, "2090-01-01T00:00:00Z");
  const second = await grant(" --until 2091-01-01T00:00:00Z");
  assert.equal(second.effect, "updated");
  assert.equal(second.assignment.id, first.assignment.id);
  const third = await grant(" --until 2091-01-01T00:00:00Z");
  assert.equal(third.effect, "unchanged");
  assert.equal(third.revision, second.revision);
  assert.equal((await run(`revoke ${first.assignment.id}`)).code, 0);
});

test("revoke removes only the assignment that is named exactly; otherwise it lists near misses", async () => {
  await run("grant user:alice orders:write --at orders/42");
  await run("grant user:alice orders:write --when", 'request.ip == "10.0.0.7"');
  const { code, stderr } = await run("revoke user:alice orders:write");
  assert.equal(code, 1);
  assert.match(stderr, /user:alice was not given orders:write, but in another way/);
  assert.match(stderr, /^ {2}asg_\w{24} {2}orders:write at orders\/42$/m);
  const [, id = ""] = /(asg_\w+) {2}orders:write when request\.ip == "10\.0\.0\.7"$/m.exec(stderr) ?? [];
  assert.equal((await run(`revoke ${id}`)).code, 0);
  assert.equal((await run("revoke user:alice orders:write --at orders/42")).code, 0);
  assert.match(
    (await run("revoke user:alice orders:write")).stderr,
    /^licet: user:alice was not given orders:write;/,
  );
});

test("revoke warns when the permission is still allowed in another way", async () => {
  await run("grant application:reports orders:read");
  await run("grant application:reports clerk");
  const { code, stderr } = await run("revoke application:reports orders:read");
  assert.equal(code, 0);
  assert.match(stderr, /still allowed in another way: licet explain application:reports orders:read /);
});

test("an application can be named by its name, as in a file", async () => {
  const { stdout } = await licet.run(["grant", "application:Nightly reports", "orders:write", "-o", "json"]);
  assert.equal(JSON.parse(stdout).assignment.principal, "application:reports");
});

test("an older assignment that is wider is warned of", async () => {
  await run("grant user:alice clerk");
  const { stderr } = await run("grant user:alice clerk --when", 'request.ip == "10.0.0.7"');
  assert.match(stderr, /^warning: the same is still assigned without condition by asg_/);
});

test("grant refuses a name that does not exist or a value that is not valid, with a message", async () => {
  const cases: [argv: string[], message: RegExp][] = [
    [["user:bob", "clerk"], /^licet: there is no user bob; licet user list shows them\n/],
    [["user:alice", "clark"], /^licet: there is no role or permission clark; did you mean "clerk"\?/],
    [["user:alice", "orders:reed"], /^licet: "orders:reed" is not in the catalogue/],
    [["user:alice", "clerk", "--at", "stock/1"], /^licet: there is no resource "stock"/],
    [["user:alice", "clerk", "--when", "request.ipp"], /^licet: the condition: .*did you mean request\.ip/],
    [["user:alice", "clerk", "--until", "2020-01-01T00:00:00Z"], /^licet: --until lies in the past/],
  ];
  for (const [argv, message] of cases) {
    const { code, stdout, stderr } = await licet.run(["grant", ...argv]);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, message);
  }
  assert.match((await run("revoke asg_x")).stderr, /^licet: there is no assignment asg_x/);
});

test("a command line that says too little or too much ends with 2", async () => {
  for (const argv of [
    "grant alice clerk",
    "grant user:alice",
    "revoke user:alice",
    "revoke alice clerk",
    "revoke asg_x clerk",
  ])
    assert.equal((await run(argv)).code, 2, argv);
});
