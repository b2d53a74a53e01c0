import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createLicetFolder, type LicetFolder } from "../testing/run-licet.ts";

const DEMO = fileURLToPath(new URL("../../../../../examples/demo.yaml", import.meta.url));

/** A folder whose database holds the demo and the entities that a user added. */
async function folderWithDemo(t: TestContext, added = "", env: Record<string, string> = {}) {
  const licet = createLicetFolder({ LICET_PORT: "0", ...env });
  t.after(() => licet.remove());
  copyFileSync(DEMO, join(licet.path, "demo.yaml"));
  await run(licet, ["apply", "demo.yaml"]);
  if (added !== "") await run(licet, ["apply", "-"], added);
  return licet;
}

async function run(licet: LicetFolder, argv: readonly string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await licet.run(argv, stdin);
  assert.equal(code, 0, stderr);
  return stdout;
}

const removed = async (licet: LicetFolder) => JSON.parse(await run(licet, ["demo", "remove", "-o", "json"]));
const idsOf = (list: readonly { readonly kind: string; readonly id: string }[]) =>
  list.map(({ kind, id }) => `${kind} ${id}`);

/** Starts a server that others can reach on this database, and gives its exit code. */
const startPublic = async (licet: LicetFolder, t: TestContext) => {
  const server = licet.start(["serve", "--host", "0.0.0.0"]);
  t.after(() => server.stop());
  await server.printed(/Database/);
  server.stop();
  return (await server.result).code;
};

test("demo remove deletes everything that the demo made, and says so once", async (t) => {
  const licet = await folderWithDemo(t);
  const first = await run(licet, ["demo", "remove"]);
  for (const line of ["- resource orders", "- user ada", "- application admin", "- access account ak_demo"])
    assert.match(first, new RegExp(`^${line}$`, "m"));
  assert.match(first, /^- assignment user:alice clerk$/m);
  assert.match(first, /licet admin create --username admin makes one of your own/);
  assert.doesNotMatch(first, /^[=~]/m);
  assert.deepEqual(JSON.parse(await run(licet, ["user", "list", "-o", "json"])).users, []);
  assert.match(await run(licet, ["demo", "remove"]), /nothing of the demo here/);
  assert.equal(await startPublic(licet, t), 0);
});

test("the demo is refused as a whole where one of its names looks like that of a user", async (t) => {
  const licet = createLicetFolder({ LICET_PORT: "0" });
  t.after(() => licet.remove());
  copyFileSync(DEMO, join(licet.path, "demo.yaml"));
  await run(licet, ["apply", "-"], "users: [{ username: ALICE }]");
  const { code, stderr } = await licet.run(["apply", "demo.yaml"]);
  assert.notEqual(code, 0);
  assert.match(stderr, /the username "alice" is taken by another user/);
  const { users } = JSON.parse(await run(licet, ["user", "list", "-o", "json"]));
  assert.deepEqual(
    users.map(({ username }: { username: string }) => username),
    ["ALICE"],
  );
});

test("demo remove leaves a database without the demo as it is", async (t) => {
  const licet = createLicetFolder({ LICET_PORT: "0" });
  t.after(() => licet.remove());
  const own = `
resources: [{ name: orders, identifier: https://own.example.test, actions: { read: { description: x } } }]
roles: [{ name: viewer, grants: [orders:read] }]
users: [{ username: alice, password: a password of my own }]
applications: [{ client_id: shop, client_secret: a secret that nobody else knows of, type: service }]
assignments: [{ principal: user:alice, role: viewer }]
`;
  await run(licet, ["apply", "-"], own);
  const { loaded, removed: gone, kept, ended } = await removed(licet);
  assert.deepEqual([loaded, gone, ended], [false, [], []]);
  assert.deepEqual(new Set(kept.map(({ reason }: { reason: string }) => reason)), new Set(["own"]));
  assert.match(await run(licet, ["apply", "-"], own), /^= 5 unchanged/m);
});

test("demo remove keeps what equals the demo's where the demo was never loaded", async (t) => {
  const licet = createLicetFolder({ LICET_PORT: "0" });
  t.after(() => licet.remove());
  const own = `
resources: [{ name: orders, identifier: https://own.example.test, actions: { read: { description: x } } }]
applications: [{ client_id: reports, client_secret: a secret that nobody else knows of, name: Nightly reports, type: service }]
assignments: [{ principal: application:reports, permission: orders:read }]
`;
  writeFileSync(join(licet.path, "licet.yaml"), own);
  await run(licet, ["apply", "licet.yaml"]);
  const text = await run(licet, ["demo", "remove"]);
  assert.match(text, /^The demo was never loaded here/);
  assert.match(text, /^= application reports stays: the audit log says that file:licet\.yaml made it$/m);
  assert.match(text, /^= assignment application:reports orders:read stays: .* file:licet\.yaml made it$/m);
  assert.doesNotMatch(text, /^[-~]/m);
  assert.match(await run(licet, ["apply", "licet.yaml"]), /^= 3 unchanged/m);
});

test("demo remove keeps what users added, what that needs, and what they changed, without published credentials", async (t) => {
  const licet = await folderWithDemo(
    t,
    `
roles: [{ name: auditor, inherits: [viewer] }]
users: [{ username: carol }, { username: bob, email: bob@example.test, name: Robert, attributes: { department: warehouse } }]
groups: [{ name: staff, members: [user:alice, user:bob, user:carol] }]
access_accounts: [{ access_key: ak_mine, application: reports }]
`,
  );
  const { removed: gone, kept, ended } = await removed(licet);
  const stays = new Map(kept.map((one: { kind: string; id: string }) => [`${one.kind} ${one.id}`, one]));
  const needed = (key: string) =>
    (stays.get(key) as { needed_by?: { id: string } } | undefined)?.needed_by?.id;
  assert.equal(needed("role viewer"), "auditor");
  assert.equal(needed("resource orders"), "viewer");
  assert.equal(needed("application reports"), "ak_mine");
  assert.match(needed("group staff") ?? "", /^staff\/user:usr_/);
  assert.equal(
    kept.filter(({ reason, kind }: Record<string, string>) => reason === "changed" && kind === "user").length,
    1,
  );
  for (const name of ["role clerk", "application admin", "application shop", "access_account ak_demo"])
    assert.ok(idsOf(gone).includes(name), name);
  // The secret of reports, and the password of bob.
  assert.deepEqual(
    ended.map(({ owner, username }: Record<string, string>) => owner ?? username),
    ["reports", "bob"],
  );
  const { users } = JSON.parse(await run(licet, ["user", "list", "-o", "json"]));
  assert.deepEqual(users.map(({ username }: { username: string }) => username).sort(), ["bob", "carol"]);
  assert.equal(await startPublic(licet, t), 0);
});

test("demo remove keeps an assignment that equals the demo's when another actor made it, and everything whose maker the audit log does not name", async (t) => {
  const again = async (licet: LicetFolder) => {
    await run(licet, ["revoke", "user:alice", "clerk"]);
    await run(licet, ["grant", "user:alice", "clerk"]);
  };
  const licet = await folderWithDemo(t);
  await again(licet);
  const text = await run(licet, ["demo", "remove"]);
  assert.match(text, /^= assignment user:alice clerk stays: the audit log says that cli made it$/m);
  assert.match(text, /^= user alice stays: assignment user:alice clerk needs it$/m);
  assert.match(text, /^- user bob$/m);

  const old = await folderWithDemo(t);
  await again(old);
  const database = new DatabaseSync(join(old.path, "data", "licet.db"));
  database.exec("delete from audit_events");
  database.close();
  const { removed: gone, kept, ended } = await removed(old);
  assert.deepEqual(gone, []);
  assert.ok(kept.every(({ reason }: { reason: string }) => reason === "unknown"));
  assert.ok(kept.some(({ kind }: { kind: string }) => kind === "assignment"));
  assert.ok(ended.length > 0);
  assert.equal(await startPublic(old, t), 0);
});

test("an entity that was rotated, disabled or given new credentials still counts as the demo's", async (t) => {
  const licet = await folderWithDemo(t);
  await run(licet, ["secret", "rotate", "admin", "--keep-old", "0"]);
  await run(licet, ["user", "disable", "bob"]);
  await run(licet, ["demo", "rekey"]);
  const { kept, ended } = await removed(licet);
  assert.deepEqual([kept, ended], [[], []]);
});

test("demo rekey prints a new credential for each published one, once, and leaves everything else", async (t) => {
  const licet = await folderWithDemo(t);
  await run(licet, ["secret", "rotate", "admin", "--keep-old", "0"]);
  const { code, stdout, stderr } = await licet.run(["demo", "rekey"]);
  assert.equal(code, 0);
  assert.match(stderr, /not shown again/);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(/ {2,}/));
  assert.deepEqual(rows.map(([kind, id]) => `${kind} ${id}`).sort(), [
    "access key ak_demo",
    "application orders-api",
    "application reports",
    "application shop",
    "user ada",
    "user alice",
    "user bob",
  ]);
  assert.equal(new Set(rows.map(([, , secret]) => secret)).size, rows.length);
  assert.match(await run(licet, ["demo", "rekey"]), /No published credential is stored here/);
  // The file still names the old credentials, which have ended.
  const again = await licet.run(["apply", "demo.yaml"]);
  assert.match(again.stderr, /has expired and stays so/);
});

test("the new credentials of demo rekey work on a server that others can reach", async (t) => {
  const licet = await folderWithDemo(t);
  const { credentials } = JSON.parse(await run(licet, ["demo", "rekey", "-o", "json"]));
  const { secret } = credentials.find(({ id }: { id: string }) => id === "reports");
  const server = licet.start(["serve", "--host", "0.0.0.0"]);
  t.after(() => server.stop());
  const address = /Address +(\S+)/.exec(await server.printed(/Database/))?.[1];
  const ask = async (client_secret: string) => {
    const form = {
      grant_type: "client_credentials",
      client_id: "reports",
      client_secret,
      scope: "orders:read",
    };
    const answer = await fetch(`${address}/oidc/token`, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { connection: "close" },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  assert.equal(await ask(secret), 200);
  assert.equal(await ask("demo-reports-secret-not-for-production"), 401);
  server.stop();
  await server.result;
});

test("commands of an installation that others can reach store no published credential", async (t) => {
  const licet = createLicetFolder({ LICET_BASE_URL: "https://id.example.test" });
  t.after(() => licet.remove());
  copyFileSync(DEMO, join(licet.path, "demo.yaml"));
  writeFileSync(join(licet.path, "password.txt"), "ada-demo-password\n");
  const applied = await licet.run(["apply", "demo.yaml"]);
  assert.equal(applied.code, 1);
  assert.match(applied.stderr, /demo\.yaml:\d+:\d+ users\[0\]\.password: this password is published/);
  const created = await licet.run(["user", "create", "eve", "--password-stdin"], "ada-demo-password\n");
  assert.equal(created.code, 1);
  assert.match(created.stderr, /^licet: this password is published in Licet's demo or documentation/);
  const admin = await licet.run(
    ["admin", "create", "--username", "root", "--password-stdin"],
    "ada-demo-password",
  );
  assert.equal(admin.code, 1);
});

test("a command without the base URL knows it from the server that ran on the database", async (t) => {
  const licet = createLicetFolder({ LICET_PORT: "0" });
  t.after(() => licet.remove());
  const server = licet.start(["serve", "--base-url", "https://id.example.test"]);
  await server.printed(/Database/);
  server.stop();
  await server.result;
  const { code, stderr } = await licet.run(
    ["user", "create", "eve", "--password-stdin"],
    "ada-demo-password",
  );
  assert.equal(code, 1);
  assert.match(stderr, /this password is published/);
});
