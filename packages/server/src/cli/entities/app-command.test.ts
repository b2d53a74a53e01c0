import assert from "node:assert/strict";
import { after, test } from "node:test";
import { withoutIds } from "../../../../../tests/support/without-ids.ts";
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
    ["--name X --client-id ak_x", /--client-id: "ak_x" is not a client_id/],
    ["--name X --redirect-uri http://shop.example.test/", /--redirect-uri: .* must use https/],
    ["--name X --serves nothing", /--serves: there is no resource "nothing"/],
    [`--name ${"x".repeat(201)}`, /--name: may have at most 200 characters/],
  ];
  for (const [more, message] of cases) {
    const { code, stderr } = await create(more);
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
  assert.equal(JSON.parse((await licet.run(["app", "list", "-o", "json"])).stdout).applications.length, 4);
});

const run = (text: string, ...more: string[]) => licet.run([...text.split(" "), ...more]);

test("as in the API, several applications may have one name: their ids tell them apart", async () => {
  const { code, stdout, stderr } = await run("app create --type web --name Shop");
  assert.equal(code, 0, stderr);
  const [, id = ""] = /^client_id +(app_\w{24})$/m.exec(stdout) ?? [];
  assert.equal((await run(`app delete ${id}`)).code, 0);
});

test("scopes are delegated to an application, with the consent they need, and taken back", async () => {
  const state =
    "resources: [{ name: orders, identifier: https://orders.example.test, actions: { read: { description: See } } }]";
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
  const done = await run("app delegate strict openid orders:read --consent optional");
  assert.equal(done.stdout, "strict may now ask for openid, orders:read\n", done.stderr);
  await run("app delegate strict openid --consent implicit");
  await run("app delegate strict openid email");
  const shown = JSON.parse((await run("app show strict -o json")).stdout);
  assert.deepEqual(shown.delegated, [
    { scope: "openid", consent: "implicit" },
    { scope: "orders:read", consent: "optional" },
    { scope: "email", consent: "required" },
  ]);
  // What the command did not name stays.
  assert.equal(shown.id_token_claims, "minimal");
  assert.equal(shown.require_pushed_authorization_requests, true);
  assert.match(
    (await run("app delegate strict orders:reed")).stderr,
    /"orders:reed" is not in the catalogue/,
  );
  assert.equal((await run("app undelegate strict email")).code, 0);
  const unknown = await run("app undelegate strict email");
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /email is not delegated to strict; it has openid, orders:read/);
});

test("an application is shown with what it has, and never with a secret", async () => {
  await run("grant application:reports orders:read");
  const { stdout } = await run("app show reports");
  assert.match(stdout, /^live secrets +1$/m);
  assert.match(stdout, /^orders:read +asg_/m);
  assert.doesNotMatch(withoutIds(stdout), /lsk_|hash/);
  assert.match(
    (await run("app show report")).stderr,
    /there is no application report; did you mean "reports"\?/,
  );
});

test("a disabled application gets no tokens until it is enabled, and no secret is made meanwhile", async () => {
  const disabled = await run("app disable reports");
  assert.equal(disabled.stdout, "reports is now disabled\n", disabled.stderr);
  assert.match(
    (await run("explain reports --scope orders:read")).stdout,
    /the application reports is disabled/,
  );
  assert.equal((await run("app disable reports")).stdout, "reports was disabled already\n");
  assert.equal((await run("app enable reports")).stdout, "reports is now enabled\n");
  assert.equal(JSON.parse((await run("secret list reports -o json")).stdout).secrets.length, 1);
});

test("an application with access accounts and assignments is deleted only with --cascade, which names them", async () => {
  await run("access-account create reports --access-key ak_laptop");
  const used = await run("app delete reports");
  assert.equal(used.code, 1);
  assert.match(used.stderr, /the application reports is in use; --cascade also deletes or changes\n/);
  assert.match(used.stderr, /^ {2}access account ak_laptop$/m);
  assert.match(used.stderr, /^ {2}orders:read, assigned to application:reports$/m);
  assert.equal((await run("app show reports")).code, 0);
  const { stdout } = await run("app delete reports --cascade");
  assert.match(stdout, /^the application reports was deleted\n/);
  assert.match(stdout, /^with it: access account ak_laptop$/m);
  assert.equal((await run("access-account show ak_laptop")).code, 1);
});

test("Licet's own application is neither disabled nor deleted", async () => {
  for (const verb of ["disable", "delete --cascade"]) {
    const [name = "", ...flags] = verb.split(" ");
    const { code, stderr } = await run(`app ${name} licet-console`, ...flags);
    assert.equal(code, 1);
    assert.match(stderr, /licet-console is Licet's own application and stays/);
  }
});
