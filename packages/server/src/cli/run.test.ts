import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  assert.equal((await licet.run(["apply", "-", "--log-level", "warn"], "users: []")).code, 0);
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
  await first?.run(["apply", "-"], "users: []");
  const result = await second?.run(["app", "list"]);
  assert.equal(result?.code, 1);
  assert.match(result?.stderr ?? "", /LICET_SECRET does not match this database/);
  first?.remove();
  second?.remove();
});

test("a command reads the URL of its database from a file, and no message shows it", async () => {
  const folder = createLicetFolder({ LICET_DATABASE_URL_FILE: "url", LICET_SECRET: "x".repeat(32) });
  const file = join(folder.path, "url");
  writeFileSync(file, "sqlite:other.db\n");
  assert.equal((await folder.run(["role", "create", "viewer"])).stderr, "Created a new database: other.db\n");
  assert.match((await folder.run(["role", "list"])).stdout, /viewer/);
  writeFileSync(file, "postgres://u:hidden@127.0.0.1:1/x\n");
  const unreachable = await folder.run(["role", "list"]);
  assert.equal(unreachable.code, 3);
  writeFileSync(file, "mysql://u:hidden@db/x\n");
  const refused = await folder.run(["role", "list"]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /LICET_DATABASE_URL_FILE\) is not valid: expected a file that holds sqlite:PATH/,
  );
  assert.doesNotMatch(unreachable.stderr + refused.stderr, /hidden/);
  folder.remove();
});

test("a caller's command needs no file of the database", async () => {
  const folder = createLicetFolder({ LICET_DATABASE_URL_FILE: "nowhere", LICET_SECRET_FILE: "nowhere" });
  const call = ["token", "--client-id", "x", "--client-secret", "y", "--port", "1"];
  assert.doesNotMatch((await folder.run(call)).stderr, /nowhere/);
  folder.remove();
});

test("a command about what exists needs a database, and leaves nothing where there is none", async () => {
  const folder = createLicetFolder();
  for (const line of ["check user:alice orders:read", "app list", "grant user:alice clerk", "admin link"]) {
    const { code, stdout, stderr } = await folder.run([...line.split(" "), "--data-dir", "data/onw"]);
    assert.deepEqual([code, stdout], [1, ""], line);
    assert.match(
      stderr,
      /^licet: there is no database at data\/onw\/licet\.db; name its folder with --data-dir/,
    );
  }
  assert.deepEqual(readdirSync(folder.path), []);
  folder.remove();
});

test("a command that can begin a database says so, once", async () => {
  const folder = createLicetFolder();
  const begun = "Created a new database: data/licet.db\n";
  assert.equal((await folder.run(["role", "create", "viewer"])).stderr, begun);
  assert.equal((await folder.run(["role", "create", "clerk"])).stderr, "");
  folder.remove();
});

test("a name that is not there is answered with the nearest one, or with the list of this database", async () => {
  const folder = createLicetFolder();
  const here = ["--data-dir", "my data"];
  await folder.run(["role", "create", "clerk", ...here]);
  const nearest = await folder.run(["role", "show", "clrek", ...here]);
  assert.equal(nearest.stderr, 'licet: there is no role clrek; did you mean "clerk"?\n');
  const list = await folder.run(["role", "show", "nobody", ...here]);
  assert.equal(
    list.stderr,
    "licet: there is no role nobody; licet role list --data-dir 'my data' shows them\n",
  );
  folder.remove();
});

test("a file that is not there, and a data folder that is a file, are named in words", async () => {
  const folder = createLicetFolder();
  const missing = await folder.run(["apply", "nowhere.yaml"]);
  assert.deepEqual(missing, {
    code: 1,
    stdout: "",
    stderr: "licet: cannot read nowhere.yaml: there is no such file\n",
  });
  writeFileSync(join(folder.path, "file"), "");
  const { code, stderr } = await folder.run(["apply", "-", "--data-dir", "file"], "users: []");
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^licet: the setting data_dir \(LICET_DATA_DIR\) is not valid: expected the path of a folder; /,
  );
  folder.remove();
});

test("asking for help touches nothing on disk", async () => {
  const folder = createLicetFolder();
  await folder.run(["app", "list", "--help"]);
  await folder.run(["token", "--client-id", "x", "--client-secret", "y", "--port", "1"]);
  assert.deepEqual(readdirSync(folder.path), []);
  folder.remove();
});
