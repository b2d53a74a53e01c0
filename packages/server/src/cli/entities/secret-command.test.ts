import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
before(async () => {
  const state = `
applications:
  - client_id: reports
    client_secret: a secret of the file, long enough to be one
    type: service
    access_accounts: [{ access_key: ak_reports }]
  - { client_id: shop, type: spa }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
});

const json = async (argv: string) => JSON.parse((await licet.run([...argv.split(" "), "-o", "json"])).stdout);

test("rotating adds a secret and lets the old one expire after a day", async () => {
  const { client_secret, old_secrets_expire_at } = await json("secret rotate reports");
  assert.match(client_secret, /^lsk_/);
  const hours = (Date.parse(old_secrets_expire_at) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24);
  const { secrets } = await json("secret list reports");
  assert.deepEqual(
    secrets.map((secret: { expires_at: unknown; live: boolean }) => [
      secret.expires_at !== null,
      secret.live,
    ]),
    [
      [true, true],
      [false, true],
    ],
  );
});

test("with --keep-old 0 the old secrets end at once, and an access key can be rotated too", async () => {
  assert.match((await json("secret rotate ak_reports --keep-old 0")).secret_key, /^lsk_/);
  const { secrets } = await json("secret list ak_reports");
  assert.deepEqual(secrets.map((secret: { live: boolean }) => secret.live).sort(), [false, true]);
});

test("a later rotation never extends a secret that is about to expire", async () => {
  const before = await json("secret list reports");
  await json("secret rotate reports --keep-old 7d");
  const after = await json("secret list reports");
  assert.equal(after.secrets[0].expires_at, before.secrets[0].expires_at);
});

test("as in the API, a client has at most 20 live secrets, and --keep-old 0 ends those", async () => {
  const state = (secret: number) =>
    `applications: [{ client_id: many, type: service, client_secret: the secret ${secret} of an application with many of them }]`;
  for (let secret = 0; secret < 20; secret += 1)
    assert.equal((await licet.run(["apply", "-"], state(secret))).code, 0);
  const refused = await licet.run(["secret", "rotate", "many"]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /many has 20 live secrets already; --keep-old 0 ends them/);
  assert.equal((await json("secret list many")).secrets.length, 20);
  assert.equal((await licet.run(["secret", "rotate", "many", "--keep-old", "0"])).code, 0);
});

test("the list shows neither secrets nor hashes", async () => {
  const { stdout } = await licet.run(["secret", "list", "reports"]);
  assert.match(stdout, /^ID +ENDS IN +STATE +CREATED +EXPIRES +LAST USED$/m);
  assert.doesNotMatch(stdout, /lsk_|a secret of the file/);
  assert.deepEqual(Object.keys((await json("secret list reports")).secrets[0]), [
    "id",
    "hint",
    "live",
    "created_at",
    "expires_at",
    "last_used_at",
  ]);
});

test("the message names a client that has no secret or does not exist", async () => {
  const spa = await licet.run(["secret", "rotate", "shop"]);
  assert.equal(spa.code, 1);
  assert.match(spa.stderr, /shop is a spa application, which cannot keep a secret/);
  const nobody = await licet.run(["secret", "list", "nobody"]);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /there is no application or access account nobody/);
});

test("a duration that is none ends with 2", async () => {
  const { code, stderr } = await licet.run(["secret", "rotate", "reports", "--keep-old", "soon"]);
  assert.equal(code, 2);
  assert.match(stderr, /Expected a duration/);
});
