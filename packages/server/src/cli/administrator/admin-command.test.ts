import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { freePort } from "../testing/free-port.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

function folderFor(t: TestContext, env: Record<string, string> = {}) {
  const licet = createLicetFolder(env);
  t.after(() => licet.remove());
  return licet;
}

test("the first administrator gets a token for the API with the request that is printed", async (t) => {
  const licet = folderFor(t, { LICET_PORT: String(await freePort()) });
  const { code, stdout, stderr } = await licet.run(["admin", "create", "--application", "admin"]);
  assert.equal(code, 0);
  assert.match(stdout, /^client_id +admin$/m);
  assert.match(stderr, /not shown again/);
  const [, secret = ""] = /^client_secret +(lsk_\w+)$/m.exec(stdout) ?? [];
  assert.ok(
    secret !== "" && stdout.split(secret).length === 2,
    "once: never in a line that a shell remembers",
  );
  const [, address = ""] = /curl (\S+)\/oidc\/token/.exec(stdout) ?? [];
  const [, resource = ""] = /resource=(\S+)/.exec(stdout) ?? [];
  assert.equal(resource, `${address}/api/v1`);

  const server = licet.start(["serve"]);
  await server.printed(/Database/);
  writeFileSync(join(licet.path, "secret.txt"), secret);
  const token = await licet.run(
    `token --client-id admin --client-secret-file secret.txt --resource ${resource} -o json`.split(" "),
  );
  assert.equal(token.code, 0);
  const { scope } = JSON.parse(token.stdout);
  assert.ok(scope.split(" ").includes("licet:roles.write"));
  server.stop();
  await server.result;
});

test("a user can be an administrator, with a given or a generated password", async (t) => {
  const licet = folderFor(t);
  const given = await licet.run(
    ["admin", "create", "--username", "root", "--password-stdin"],
    "a long word\n",
  );
  assert.equal(given.code, 0);
  assert.equal(given.stdout, "username  root\n");
  assert.equal((await licet.run(["check", "user:root", "licet:users.write"])).code, 0);
  const made = await licet.run("admin create --username ops --application Ops --force -o json".split(" "));
  const { application, user } = JSON.parse(made.stdout);
  assert.equal(application.client_id, "Ops");
  assert.match(user.password, /^[0-9a-z]{20}$/);
});

test("a second administrator needs --force", async (t) => {
  const licet = folderFor(t);
  const create = (name: string, ...more: string[]) =>
    licet.run(["admin", "create", "--username", name, ...more]);
  await create("root");
  const { code, stdout, stderr } = await create("second");
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.equal(stderr, "licet: user:root is an administrator already; add --force to create another one\n");
  assert.equal((await create("second", "--force")).code, 0);
});

test("admin link names a command that works when there is an administrator", async (t) => {
  const licet = folderFor(t);
  const settings = ["--data-dir", "other"];
  await licet.run(["admin", "create", "--username", "root", ...settings]);
  const { code, stderr } = await licet.run(["admin", "link", ...settings]);
  assert.equal(code, 1);
  const [, command = ""] = /; licet (.+) creates another one\n$/.exec(stderr) ?? [];
  assert.equal(command, "admin create --username NAME --force --data-dir other");
  assert.equal((await licet.run(command.split(" "))).code, 0);
});

test("a disabled administrator does not count", async (t) => {
  const licet = folderFor(t);
  await licet.run(["admin", "create", "--username", "root"]);
  await licet.run(["user", "disable", "root"]);
  assert.equal((await licet.run(["admin", "create", "--username", "second"])).code, 0);
});

test("a user or an application that exists does not become an administrator by its name", async (t) => {
  const licet = folderFor(t);
  await licet.run(["user", "create", "alice"]);
  await licet.run("app create --name Reports --type service --client-id reports".split(" "));
  for (const argv of ["--username alice", "--application reports"]) {
    const { code, stderr } = await licet.run(["admin", "create", ...argv.split(" ")]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /exists already; choose another name, or licet grant (user:alice|application:reports) /,
    );
  }
  assert.equal((await licet.run(["check", "user:alice", "licet:users.write"])).code, 4);
});

test("a name that is no valid client_id gets a generated one", async (t) => {
  const { stdout } = await folderFor(t).run(["admin", "create", "--application", "Night shift"]);
  assert.match(stdout, /^client_id +app_\w{24}$/m);
});

test("admin create without a principal, or with a password but no user, ends with 2", async (t) => {
  const licet = folderFor(t);
  assert.equal((await licet.run(["admin", "create"])).code, 2);
  assert.equal((await licet.run(["admin", "create", "--application", "a", "--password-stdin"])).code, 2);
});

test("a command keeps the stored base URL", async (t) => {
  const licet = folderFor(t, { LICET_BASE_URL: "https://id.example.test" });
  await licet.run(["apply", "-"], "users: []");
  const { stdout } = await licet.run(
    "admin create --application admin --base-url http://127.0.0.1:1 -o json".split(" "),
  );
  assert.equal(JSON.parse(stdout).resource, "https://id.example.test/api/v1");
});
