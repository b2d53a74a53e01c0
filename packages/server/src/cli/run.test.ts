import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import { SETTING_DEFINITIONS } from "../settings/settings.ts";
import { COMMAND_NAMES } from "./command-names.ts";
import { COMMANDS } from "./command-table.ts";
import { listCommands } from "./testing/list-commands.ts";
import { createLicetFolder } from "./testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());

test("the table has the commands that messages know, in the same order", () => {
  assert.deepEqual(
    COMMANDS.map(({ name }) => name),
    [...COMMAND_NAMES],
  );
});

test("--help lists every command with one line", async () => {
  const { code, stdout } = await licet.run(["--help"]);
  assert.equal(code, 0);
  for (const command of COMMAND_NAMES) assert.match(stdout, new RegExp(`^  ${command} +[a-z].+$`, "m"));
  assert.equal((await licet.run(["help"])).stdout, stdout);
});

test("the help of every command ends with examples, and help COMMAND shows the same", async () => {
  const groups = COMMANDS.filter(({ examples }) => examples).map(({ name }) => name);
  for (const argv of [...groups, ...(await listCommands())]) {
    const { code, stdout } = await licet.run([...argv.split(" "), "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^Usage: licet ${argv} `), argv);
    assert.match(stdout, new RegExp(`Examples?:\n  (?:licet ${argv}|cat .* licet ${argv})`), argv);
    assert.equal((await licet.run(["help", ...argv.split(" ")])).stdout, stdout, argv);
  }
});

test("help shows the options of a command and three settings, and help settings shows all of them", async () => {
  const { stdout } = await licet.run(["help", "app", "create"]);
  assert.match(stdout, /--redirect-uri <uri>/);
  const shown = stdout.slice(stdout.indexOf("\nSettings")).match(/^ {2}--[a-z-]+/gm);
  assert.deepEqual(shown, ["  --data-dir", "  --database-url", "  --config"]);
  // Settings that help does not show are options still.
  assert.equal((await licet.run(["app", "list", "--log-level", "warn"])).code, 0);
  const settings = (await licet.run(["help", "settings"])).stdout;
  for (const name of Object.keys(SETTING_DEFINITIONS))
    assert.match(
      settings,
      new RegExp(`^  (?:--${name.replaceAll("_", "-")}|LICET_${name.toUpperCase()}) +\\S`, "m"),
    );
});

test("help for a command that does not exist ends with 2 and names a similar one", async () => {
  const { code, stderr } = await licet.run(["help", "group", "lst"]);
  assert.equal(code, 2);
  assert.match(stderr, /^error: there is no command group lst; did you mean "list"\?/);
  assert.match((await licet.run(["help", "sttings"])).stderr, /did you mean "settings"\?/);
  assert.match((await licet.run(["help", "check", "x"])).stderr, /check has no subcommands/);
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
