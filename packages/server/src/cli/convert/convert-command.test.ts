import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());
const write = (name: string, content: string) => writeFileSync(join(licet.path, name), content);

test("a file is written for its owner alone, and replaced only with --force", async () => {
  write("realm.json", '{ "realm": "shop", "users": [{ "username": "alice" }] }');
  const convert = ["convert", "keycloak", "realm.json", "--output", "licet.yaml"];
  const first = await licet.run(convert);
  assert.equal(first.code, 0, first.stderr);
  assert.equal(first.stdout, "Wrote licet.yaml.\n");
  assert.match(first.stderr, /^Converted from Keycloak: 1 user\.$/m);
  assert.equal(statSync(join(licet.path, "licet.yaml")).mode & 0o777, 0o600);
  const second = await licet.run(convert);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^licet: licet\.yaml exists already\. .*--force/);
  assert.equal((await licet.run([...convert, "--force"])).code, 0);
  assert.match(
    readFileSync(join(licet.path, "licet.yaml"), "utf8"),
    /^# Converted from Keycloak .*\n.*secrets/,
  );
  const elsewhere = await licet.run(["convert", "keycloak", "realm.json", "-o", "nowhere/licet.yaml"]);
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /^licet: cannot write nowhere\/licet\.yaml: its folder does not exist/);
  assert.deepEqual(
    readdirSync(licet.path).filter((name) => /part|data/.test(name)),
    [],
    "nothing is left over, and no database was made",
  );
});

const SECRET = "a-secret-that-no-message-repeats-anywhere";
for (const [what, system, content, message] of [
  ["no JSON", "keycloak", `{ "realm": "${SECRET}", }`, /is not JSON: see line 1 column \d+$/m],
  ["an empty file", "keycloak", " \n", /is empty$/m],
  ["another JSON", "keycloak", `{ "secret": "${SECRET}" }`, /is no realm export of Keycloak/],
  ["a list of numbers", "hydra", "[1, 2]", /is no list of clients of Hydra/],
  ["clients without an id", "hydra", `[{ "client_secret": "${SECRET}" }]`, /is no list of clients of Hydra/],
  ["an error of the API", "hydra", '{ "error": "unauthorized" }', /is no list of clients of Hydra/],
  ["a text", "auth0", `just ${SECRET}`, /is no export of Auth0/],
  ["an error of the API", "auth0", '{ "statusCode": 401 }', /is no export of Auth0/],
  ["a broken line", "auth0", `{"user_id":"a"}\n{"user_id":"${SECRET}\n`, /export:2 is not a line of JSON$/m],
  ["a broken YAML", "auth0", `clients: [\n  ${SECRET}: {`, /export:\d+:\d+ not valid YAML/],
  ["an error of the API", "authing", '{ "statusCode": 401, "message": "no" }', /is no export of Authing/],
  ["another list", "authing", '[{ "a": 1 }]', /is no export of Authing/],
  ["too deep a nesting", "hydra", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, /is nested too deeply$/m],
] as const)
  test(`${system} ends with 1 and one sentence for ${what}`, async () => {
    write("export", content);
    const { code, stdout, stderr } = await licet.run(["convert", system, "export", "--output", "out.yaml"]);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, new RegExp(`${SECRET}|unexpected error`));
    assert.ok(!readdirSync(licet.path).includes("out.yaml"));
  });

test("a file that is too large is refused before it is parsed", async () => {
  const { code, stderr } = await licet.run(["convert", "hydra", "-"], "[".padEnd(129 * 1024 * 1024));
  assert.equal(code, 1);
  assert.match(stderr, /^licet: stdin is larger than 128 MB: it has 129 MB/);
});

test("a file that is not there, no file, and another system have their own exit codes", async () => {
  assert.match(
    (await licet.run(["convert", "hydra", "gone.json"])).stderr,
    /^licet: cannot read gone\.json: /,
  );
  assert.equal((await licet.run(["convert", "hydra"])).code, 2);
  assert.equal((await licet.run(["convert", "okta", "a.json"])).code, 2);
});

test("names cannot control the terminal, and values that no file can have are left out", async () => {
  const realm = {
    realm: "shop",
    roles: { realm: [{ name: "a\u001b[2J", description: "x\u0000\ud800" }] },
    users: [
      {
        username: "al\u001bice",
        firstName: "\u202eA",
        attributes: { ok: ["1"], nul: ["\u0000"], half: ["\ud800"] },
      },
      JSON.parse('{ "username": "bob", "email": "b@example.test", "attributes": { "__proto__": ["x"] } }'),
      { username: "carol", email: "B@example.test" },
      { username: "dave", email: "no address" },
    ],
  };
  const { code, stdout, stderr } = await licet.run(["convert", "keycloak", "-"], JSON.stringify(realm));
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]/u);
  assert.match(stderr, /role "a\\u001b\[2J" is a_2J$/m);
  assert.match(
    stderr,
    /attribute "nul" of user al_ice; attribute "half" of user al_ice; attribute "__proto__" of user bob: /,
  );
  assert.match(stderr, /email address of user carol: another user has the address already$/m);
  assert.match(stderr, /email address of user dave: it is no email address$/m);
  const applied = await licet.run(["apply", "-", "--dry-run"], stdout);
  assert.equal(applied.code, 0, applied.stderr);
});
