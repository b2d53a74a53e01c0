import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { verifyPassword } from "../../accounts/passwords/password.ts";
import { createLicetFolder, type LicetFolder, type RunningLicet } from "../testing/run-licet.ts";

const PASSWORD = "olga keeps it running";
const GIVEN = { LICET_ADMIN_USERNAME: "olga", LICET_ADMIN_PASSWORD_FILE: "password.txt" };

function folderFor(t: TestContext, env: Record<string, string> = {}): LicetFolder {
  const licet = createLicetFolder({ LICET_PORT: "0", LICET_LOG_LEVEL: "trace", NO_COLOR: "1", ...env });
  writeFileSync(join(licet.path, "password.txt"), `${PASSWORD}\n`);
  t.after(() => licet.remove());
  return licet;
}

const BANNER = /Database[\s\S]*\n\n$/;

async function stop(server: RunningLicet): Promise<string> {
  server.stop();
  const { code, stdout, stderr } = await server.result;
  assert.equal(code, 0, stderr);
  return stdout + stderr;
}

async function serve(licet: LicetFolder, isTTY = false): Promise<{ banner: string; all: string }> {
  const server = licet.start(["serve"], "", { isTTY });
  const banner = await server.printed(BANNER);
  return { banner, all: await stop(server) };
}

const isAdministrator = async (licet: LicetFolder, username: string): Promise<boolean> =>
  (await licet.run(["check", `user:${username}`, "licet:users.write"])).code === 0;

function readPasswordHash({ path }: LicetFolder): string {
  using database = new DatabaseSync(join(path, "data", "licet.db"), { readOnly: true });
  return String(
    database.prepare("select password_hash from users where username = 'olga'").get()?.password_hash,
  );
}

test("every start without an administrator prints a link of its own on a terminal, until there is one", async (t) => {
  const licet = folderFor(t);
  const links = [];
  for (let starts = 0; starts < 2; starts += 1) {
    const server = licet.start(["serve", "--data-dir", "data"], "", { isTTY: true });
    const [link = ""] = /http:\S+\/setup\/lst_[\w-]{43}\n/.exec(await server.printed(BANNER)) ?? [];
    links.push(link);
    // Without keep-alive: an idle connection would hold up the stop for its grace period.
    const opened = await fetch(link.trim(), { redirect: "manual", headers: { connection: "close" } });
    assert.deepEqual([opened.status, opened.headers.get("location")], [303, "/setup"]);
    assert.match(opened.headers.get("set-cookie") ?? "", /licet_setup=/);
    server.stop();
    const { stdout, stderr } = await server.result;
    assert.match(stdout, /or run: licet admin create --username admin --data-dir data\n/);
    assert.ok(!stderr.includes("lst_"), "never in the log");
  }
  assert.notEqual(links[0], links[1]);
  await licet.run(["admin", "create", "--username", "root"]);
  assert.doesNotMatch((await serve(licet, true)).all, /setup|administrator/);
});

test("without a terminal no link is printed, because output is kept in logs; a command prints one", async (t) => {
  const licet = folderFor(t);
  const { all, banner } = await serve(licet);
  assert.doesNotMatch(all, /lst_|\/setup/);
  assert.match(banner, /There is no administrator yet/);
  assert.match(banner, /licet admin link/);
  assert.match(banner, /licet admin create --username admin/);

  const { code, stdout, stderr } = await licet.run(["admin", "link"]);
  assert.equal(code, 0);
  assert.match(stdout, /^http:\/\/127\.0\.0\.1:\d+\/setup\/lst_[\w-]{43}\n$/);
  assert.match(stderr, /once, and for an hour/);
  const json = JSON.parse((await licet.run(["admin", "link", "-o", "json"])).stdout);
  assert.deepEqual(Object.keys(json), ["url", "expires_at"]);
  assert.ok(Math.abs(Date.parse(json.expires_at) - Date.now() - 3_600_000) < 30_000);
  await licet.run(["admin", "create", "--application", "robot"]);
  const refused = await licet.run(["admin", "link"]);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /application:robot is an administrator already/);
});

test("LICET_ADMIN_USERNAME and LICET_ADMIN_PASSWORD_FILE create the administrator once", async (t) => {
  const licet = folderFor(t, GIVEN);
  const first = await serve(licet, true);
  assert.match(first.banner, /Created the administrator olga/);
  assert.doesNotMatch(first.all, /lst_/);
  assert.ok(!first.all.includes(PASSWORD));
  assert.ok(await isAdministrator(licet, "olga"));
  const stored = readPasswordHash(licet);
  assert.ok(await verifyPassword(PASSWORD, stored), "without the line end of the file");
  // The file is needed only for the creation, and another password in it changes nothing.
  writeFileSync(join(licet.path, "password.txt"), "another password by now");
  assert.doesNotMatch((await serve(licet)).banner, /administrator/);
  assert.equal(readPasswordHash(licet), stored);
  rmSync(join(licet.path, "password.txt"));
  await serve(licet);
});

test("a user of that name who exists is not changed, and the start says so", async (t) => {
  const licet = folderFor(t, GIVEN);
  await licet.run(["user", "create", "olga", "--password-stdin"], "another long password\n");
  const { banner } = await serve(licet);
  assert.match(banner, /the user olga exists already, and was not changed/);
  assert.match(banner, /licet grant user:olga licet-administrator/);
  assert.ok(!(await isAdministrator(licet, "olga")));
});

test("a start with half of the settings, an unreadable file or a weak password ends with what is wrong", async (t) => {
  const wrong: readonly [Record<string, string>, RegExp][] = [
    [{ LICET_ADMIN_USERNAME: "olga" }, /LICET_ADMIN_PASSWORD_FILE.*because LICET_ADMIN_USERNAME is set/],
    [{ LICET_ADMIN_PASSWORD_FILE: "password.txt" }, /LICET_ADMIN_USERNAME.*LICET_ADMIN_PASSWORD_FILE is set/],
    [
      { ...GIVEN, LICET_ADMIN_PASSWORD_FILE: "nowhere" },
      /cannot read LICET_ADMIN_PASSWORD_FILE at .*nowhere/,
    ],
    [{ ...GIVEN, LICET_ADMIN_PASSWORD_FILE: "short.txt" }, /at least 8 characters/],
    [{ ...GIVEN, LICET_ADMIN_USERNAME: "two words" }, /LICET_ADMIN_USERNAME.*1 to 128 characters/],
  ];
  for (const [env, message] of wrong) {
    const licet = folderFor(t, env);
    writeFileSync(join(licet.path, "short.txt"), "4 by 4\n");
    const { code, stdout, stderr } = await licet.run(["serve"]);
    assert.equal(code, 1, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, message);
    assert.ok(!stderr.includes("4 by 4"));
  }
});
