import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hasSecretChecksum } from "../../accounts/secret.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
resources: [{ name: orders, identifier: https://orders.example.test, actions: { read: { description: See } } }]
applications:
  - { client_id: reports, type: service, client_secret: only-an-example-of-a-client-secret }
  - { client_id: shop, type: spa }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const run = (text: string, ...more: string[]) => licet.run([...text.split(" "), ...more]);

test("an access account is created with a secret key that is printed once", async () => {
  const { code, stdout, stderr } = await run(
    "access-account create reports --access-key ak_laptop --ceiling orders:read --until 2099-01-01T00:00:00Z -o json --name",
    "Laptop",
  );
  assert.equal(code, 0, stderr);
  const { secret_key, ...created } = JSON.parse(stdout);
  assert.deepEqual(created, { access_key: "ak_laptop", application: "reports" });
  assert.ok(hasSecretChecksum(secret_key));
  assert.match(stderr, /not shown again/);
  const shown = await run("access-account show ak_laptop -o json");
  assert.ok(!shown.stdout.includes(secret_key));
  const { assignments, live_secrets, ...account } = JSON.parse(shown.stdout);
  assert.deepEqual(account, {
    access_key: "ak_laptop",
    name: "Laptop",
    expires_at: "2099-01-01T00:00:00Z",
    ceiling: ["orders:read"],
    application: "reports",
    enabled: true,
  });
  assert.deepEqual([assignments, live_secrets], [[], 1]);
});

test("one without a key gets one, and a key is given once; as in the API, names may repeat", async () => {
  for (const name of ["", " --name Laptop"]) {
    const { stdout } = await run(`access-account create reports${name}`);
    assert.match(stdout, /^access_key +ak_\w{24}\nsecret_key +lsk_/);
  }
  const { code, stderr } = await run("access-account create reports --access-key ak_laptop");
  assert.equal(code, 1);
  assert.match(stderr, /the access account ak_laptop of reports exists already/);
});

test("an application that cannot keep a secret, a time in the past and an unknown ceiling are refused", async () => {
  assert.match((await run("access-account create shop")).stderr, /a spa application cannot keep a secret/);
  assert.match(
    (await run("access-account create reports --until 2020-01-01T00:00:00Z")).stderr,
    /--until lies in the past/,
  );
  assert.match(
    (await run("access-account create reports --ceiling orders:reed")).stderr,
    /not in the catalogue/,
  );
});

test("an access account is listed, disabled, enabled and deleted", async () => {
  assert.equal((await run("access-account disable ak_laptop")).stdout, "ak_laptop is now disabled\n");
  assert.match(
    (await run("access-account list --app reports")).stdout,
    /^ak_laptop +reports +Laptop +disabled /m,
  );
  assert.equal((await run("access-account list --app shop")).stdout.trim().split("\n").length, 1);
  assert.equal((await run("access-account enable ak_laptop")).stdout, "ak_laptop is now enabled\n");
  await run("grant access_account:ak_laptop orders:read");
  assert.match(
    (await run("access-account delete ak_laptop")).stderr,
    /orders:read, assigned to access_account:ak_laptop/,
  );
  const gone = await run("access-account delete ak_laptop --cascade -o json");
  assert.equal(JSON.parse(gone.stdout).deleted_with[0].kind, "assignment");
  assert.match((await run("access-account delete ak_laptop")).stderr, /there is no access account ak_laptop/);
});
