import assert from "node:assert/strict";
import { after, test } from "node:test";
import { hasSecretChecksum } from "../../accounts/secret.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());

test("an application is created with a secret that is printed once", async () => {
  const { code, stdout, stderr } = await licet.run([
    ..."app create --type service --client-id reports --output json --name".split(" "),
    "Nightly reports",
  ]);
  assert.equal(code, 0);
  const { client_secret, ...application } = JSON.parse(stdout);
  assert.deepEqual(application, { client_id: "reports", name: "Nightly reports", type: "service" });
  assert.ok(hasSecretChecksum(client_secret));
  assert.match(stderr, /not shown again/);
});

test("an application that cannot keep a secret gets none", async () => {
  const { stdout } = await licet.run(
    "app create --type spa --name Shop --redirect-uri https://shop.example.test/callback".split(" "),
  );
  assert.match(stdout, /^client_id +app_\w{24}\n$/);
});

test("an application is created with its ID token claims and its requirement of pushed requests", async () => {
  const { code, stderr } = await licet.run([
    ..."app create --type web --client-id strict --id-token-claims minimal --require-pushed-requests --name".split(
      " ",
    ),
    "Strict",
  ]);
  assert.equal(code, 0, stderr);
  const stored = `applications: [{ client_id: strict, name: Strict, type: web, id_token_claims: minimal, require_pushed_authorization_requests: true }]`;
  assert.match((await licet.run(["apply", "-"], stored)).stdout, /^= 1 unchanged$/m);
  const refused = await licet.run("app create --type web --name Odd --id-token-claims all".split(" "));
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Allowed choices are profile, minimal/);
});

test("the list shows every application in columns", async () => {
  const lines = (await licet.run(["app", "list"])).stdout.split("\n");
  assert.match(lines[0] ?? "", /^CLIENT ID +NAME +TYPE +ENABLED +SECRETS +ACCESS KEYS$/);
  assert.match(lines[1] ?? "", /^licet-console +Licet console +spa +yes +0 +-$/);
  assert.match(lines[2] ?? "", /^reports +Nightly reports +service +yes +1 +-$/);
});

test("app create refuses wrong values with a message, and writes nothing", async () => {
  const create = (more: string) => licet.run(["app", "create", "--type", "web", ...more.split(" ")]);
  const cases: [arguments_: string, message: RegExp][] = [
    ["--name Again --client-id reports", /reports \(Nightly reports\) exists already/],
    ["--name Shop", /\(Shop\) exists already/],
    ["--name X --client-id ak_x", /--client-id needs/],
    ["--name X --redirect-uri http://shop.example.test/", /--redirect-uri .* must use https/],
    ["--name X --serves nothing", /--serves nothing: there is no such resource/],
  ];
  for (const [more, message] of cases) {
    const { code, stderr } = await create(more);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
  assert.equal(JSON.parse((await licet.run(["app", "list", "-o", "json"])).stdout).applications.length, 4);
});
