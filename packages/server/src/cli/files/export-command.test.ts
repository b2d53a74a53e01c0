import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const DEMO = readFileSync(new URL("../../../../../examples/demo.yaml", import.meta.url), "utf8");

test("the demo is exported without secrets, changes nothing where it came from, and makes the same elsewhere", async (t) => {
  const [origin, other] = [createLicetFolder(), createLicetFolder()];
  t.after(() => [origin, other].map((folder) => folder.remove()));
  await origin.run(["apply", "-"], DEMO);
  const { code, stdout: file, stderr } = await origin.run(["export"]);
  assert.equal(code, 0, stderr);
  assert.match(file, /^# The configuration of Licet, .*\n# It does not contain passwords, the secrets of /);
  assert.doesNotMatch(file, /not-for-production|demo-password|licet-console|argon2/);

  const again = await origin.run(["apply", "-"], file);
  assert.match(again.stdout, /^= \d+ unchanged\n$/);
  assert.equal(again.stderr, "");

  const applied = await other.run(["apply", "-"], file);
  assert.match(applied.stdout, /^reports +client_secret +lsk_/m);
  assert.equal((await other.run(["export"])).stdout, file);
});

test("an application that signs with its own key is exported with it, also as JSON, and gets no secret", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  await licet.run(
    ["apply", "-"],
    "applications: [{ client_id: a, type: service, jwks: { keys: [{ kty: OKP, crv: Ed25519, x: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo }] }, token_endpoint_auth_method: private_key_jwt }]",
  );
  const { stdout } = await licet.run(["export", "--output", "json"]);
  assert.equal(JSON.parse(stdout).applications[0].token_endpoint_auth_method, "private_key_jwt");
  assert.match((await licet.run(["apply", "-"], stdout)).stdout, /^= 1 unchanged\n$/);
});

test("what has expired is left out, and said on stderr", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const state =
    "{ users: [{ username: alice }], roles: [{ name: clerk }], assignments: [{ principal: user:alice, role: clerk, expires_at: 2020-01-01T00:00:00Z }] }";
  await licet.run(["apply", "-"], state);
  const { stdout, stderr } = await licet.run(["export"]);
  assert.doesNotMatch(stdout, /assignments/);
  assert.match(stderr, /^Not exported, because it has expired: asg_\w{24}\n$/);
});

test("a text in the file cannot control the terminal that shows it, and is read back as it was", async (t) => {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const attributes = { "a\u009b31m": "x\u007f\u0085", b: "\u001b[2J\nusers: []" };
  await licet.run(["apply", "-"], JSON.stringify({ users: [{ username: "alice", attributes }] }));
  const { stdout } = await licet.run(["export"]);
  assert.doesNotMatch(stdout, /[^\P{Cc}\n]/u);
  assert.match((await licet.run(["apply", "-"], stdout)).stdout, /^= 1 unchanged\n$/);
});
