import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import { createLicetFolder } from "./testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());

const COMMANDS =
  "serve apply keys token admin app secret user role grant revoke check explain simulate".split(" ");
const WITH_SUBCOMMANDS = {
  keys: ["list", "rotate"],
  admin: ["create"],
  app: ["create", "list"],
  secret: ["rotate", "list"],
  user: ["list", "show", "create", "disable", "enable", "password"],
  role: ["list", "show", "create", "delete"],
};

test("--help lists every command with one line", async () => {
  const { code, stdout } = await licet.run(["--help"]);
  assert.equal(code, 0);
  for (const command of COMMANDS) assert.match(stdout, new RegExp(`^  ${command} +[a-z].+$`, "m"));
});

test("every command's help ends with examples", async () => {
  const subcommands = Object.entries(WITH_SUBCOMMANDS).flatMap(([name, subs]) =>
    subs.map((sub) => `${name} ${sub}`),
  );
  const plain = COMMANDS.filter((name) => !Object.hasOwn(WITH_SUBCOMMANDS, name));
  for (const argv of [...plain, ...subcommands]) {
    const { code, stdout } = await licet.run([...argv.split(" "), "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`Examples?:\n  licet ${argv}`), argv);
  }
});

test("the secret is no flag, since everyone on the machine can read a command line", async () => {
  assert.doesNotMatch((await licet.run(["serve", "--help"])).stdout, /--secret </);
  assert.equal((await licet.run(["serve", "--secret", "x".repeat(32)])).code, 2);
});

test("--version prints the version", async () => {
  assert.match((await licet.run(["--version"])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test("a wrong command line ends with 2 and says what is wrong on stderr", async () => {
  for (const argv of [["serv"], ["apply"], ["app", "create"], ["keys", "rotate", "--alg", "HS256"], []]) {
    const { code, stdout, stderr } = await licet.run(argv);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /error|Usage/);
  }
});

test("a setting that does not exist ends with 1 and is named", async () => {
  const folder = createLicetFolder({ LICET_BASEURL: "http://127.0.0.1" });
  const { code, stderr } = await folder.run(["app", "list"]);
  assert.equal(code, 1);
  assert.match(stderr, /^licet: LICET_BASEURL is not a setting; known are /);
  folder.remove();
});

test("a database that cannot be reached ends with 3, without a stack", async () => {
  const folder = createLicetFolder({ LICET_SECRET: "x".repeat(32) });
  const { code, stderr } = await folder.run([
    "app",
    "list",
    "--database-url",
    "postgres://u:hidden@127.0.0.1:1/x",
  ]);
  assert.equal(code, 3);
  assert.match(stderr, /^licet: the database cannot be reached: /);
  assert.doesNotMatch(stderr, /hidden|\n +at /);
  folder.remove();
});

test("a database made with another secret ends with 1 and says which secret is wanted", async () => {
  const [first, second] = ["a", "b"].map((letter) =>
    createLicetFolder({ LICET_SECRET: letter.repeat(32), LICET_DATA_DIR: licet.path }),
  );
  await first?.run(["app", "list"]);
  const result = await second?.run(["app", "list"]);
  assert.equal(result?.code, 1);
  assert.match(result?.stderr ?? "", /LICET_SECRET does not match this database/);
  first?.remove();
  second?.remove();
});

test("asking for help touches nothing on disk", async () => {
  const folder = createLicetFolder();
  await folder.run(["app", "list", "--help"]);
  await folder.run(["token", "--client-id", "x", "--client-secret", "y", "--port", "1"]);
  assert.deepEqual(readdirSync(folder.path), []);
  folder.remove();
});
