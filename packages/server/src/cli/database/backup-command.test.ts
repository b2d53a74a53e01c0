import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ArchiveWriter } from "../../backup/archive/archive-writer.ts";
import { readArchive } from "../../backup/archive/read-archive.ts";
import { createLicetFolder, type LicetFolder } from "../testing/run-licet.ts";

const MAIN = fileURLToPath(new URL("../../../bin/licet.mjs", import.meta.url));
const STATE = "{ users: [{ username: alice }], roles: [{ name: clerk }] }";

async function createInstallation(t: TestContext): Promise<LicetFolder> {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  const { code, stderr } = await licet.run(["apply", "-"], STATE);
  assert.equal(code, 0, stderr);
  return licet;
}

/** A second data folder with the same secret. */
function addFolder(licet: LicetFolder, name = "other"): string {
  mkdirSync(join(licet.path, name));
  copyFileSync(join(licet.path, "data/secret"), join(licet.path, name, "secret"));
  return name;
}

test("a backup is a private file that appears when it is complete, and says what a restore needs", async (t) => {
  const licet = await createInstallation(t);
  const { code, stdout } = await licet.run(["backup", "a.tar"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Wrote a\.tar: [\d.]+ kB, revision \d+, 2/);
  assert.match(stdout, /as confidential as the database/);
  assert.match(stdout, /needs the value of LICET_SECRET with the id [0-9a-f]{12}, which is not in it/);
  assert.equal(statSync(join(licet.path, "a.tar")).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(licet.path).toSorted(), ["a.tar", "data"], "nothing else is left");
  const secret = readFileSync(join(licet.path, "data/secret"), "utf8").trim();
  assert.ok(!readFileSync(join(licet.path, "a.tar"), "latin1").includes(secret));
});

test("a backup never replaces a file unless it is told to, and keeps it when it fails", async (t) => {
  const licet = await createInstallation(t);
  const file = join(licet.path, "a.tar");
  writeFileSync(file, "precious");
  const refused = await licet.run(["backup", "a.tar"]);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(
    refused.stderr,
    /a\.tar exists already\. Name another file, or add --force to replace it\.\n$/,
  );
  writeFileSync(join(licet.path, "data/licet.db"), "no database at all ".repeat(300));
  assert.equal((await licet.run(["backup", "a.tar", "--force"])).code, 1);
  assert.equal(readFileSync(file, "utf8"), "precious");
});

test("a place that cannot be written, or a database that is not there, has a sentence", async (t) => {
  const licet = await createInstallation(t);
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["backup", "missing/a.tar"], /cannot write the backup .*missing\/a\.tar: its folder does not exist/],
    [["backup", "data"], /data exists already/],
    [["backup", "data", "--force"], /cannot write the backup .*data: it is a folder/],
    [["backup", "a.tar", "--data-dir", "nowhere"], /there is no database at nowhere\/licet\.db/],
    [["backup"], /missing required argument 'file'/],
    [["restore", "missing.tar"], /cannot read missing\.tar: ENOENT/],
    [["restore", "data"], /data is a folder\. Name a file that licet backup has written\./],
  ];
  for (const [argv, message] of cases) {
    const { code, stderr } = await licet.run(argv);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /unexpected error/);
  }
  assert.deepEqual(readdirSync(licet.path), ["data"], "nothing is left");
});

test("a restore elsewhere needs the secret, and makes none", async (t) => {
  const licet = await createInstallation(t);
  await licet.run(["backup", "a.tar"]);
  const without = await licet.run(["restore", "a.tar", "--data-dir", "other"]);
  assert.equal(without.code, 1);
  assert.match(
    without.stderr,
    /the secret of the backed-up installation is missing: there is no file .*other\/secret\. Put it there/,
  );
  assert.ok(!existsSync(join(licet.path, "other")));
  addFolder(licet);
  writeFileSync(join(licet.path, "other/secret"), "quite another secret of more than 32 characters\n");
  const wrong = await licet.run(["restore", "a.tar", "--data-dir", "other"]);
  assert.match(
    wrong.stderr,
    /needs another value of LICET_SECRET: .* the id [0-9a-f]{12}, and the values given here have [0-9a-f]{12}\./,
  );
  assert.deepEqual(readdirSync(join(licet.path, "other")), ["secret"]);
});

test("a restore into an empty folder gives the same configuration", async (t) => {
  const licet = await createInstallation(t);
  await licet.run(["backup", "a.tar"]);
  addFolder(licet);
  const { code, stdout, stderr } = await licet.run(["restore", "a.tar", "--data-dir", "other"]);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^Restored the backup of 2[^\n]*, revision \d+\. The revision is \d{16} now\.\nEnded, /,
  );
  assert.equal(statSync(join(licet.path, "other/licet.db")).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(join(licet.path, "other")).toSorted(), [
    "licet.db",
    "licet.db.lock",
    "secret",
  ]);
  assert.equal(
    (await licet.run(["export", "--data-dir", "other"])).stdout,
    (await licet.run(["export"])).stdout,
  );
});

test("a damaged backup, one of a newer version and other files are refused, and nothing is changed", async (t) => {
  const licet = await createInstallation(t);
  await licet.run(["backup", "a.tar"]);
  const bytes = readFileSync(join(licet.path, "a.tar"));
  const before = (await licet.run(["export"])).stdout;
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8((bytes[200_000] ?? 0) ^ 4, 200_000);
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [Buffer.alloc(0), /not a backup of Licet/],
    [bytes.subarray(0, 600), /incomplete/],
    [bytes.subarray(0, 300_000), /incomplete/],
    [bytes.subarray(0, bytes.length - 1_024), /incomplete/],
    [flipped, /damaged or changed/],
    [readFileSync(join(licet.path, "data/licet.db")), /not a backup of Licet/],
    [await rewriteManifest(bytes, { format: 2, version: "9.0.0" }), /newer version of Licet \(9\.0\.0\)/],
    [
      await rewriteManifest(bytes, { migrations: ["0001-initial-a0e3d74f", "0099-x"] }),
      /does not know its tables \(.*0099-x\)/,
    ],
    [
      await rewriteManifest(bytes, { engine: "oracle" }),
      /not a backup of Licet, or its beginning is damaged/,
    ],
  ];
  for (const [content, message] of cases) {
    writeFileSync(join(licet.path, "b.tar"), content);
    const { code, stdout, stderr } = await licet.run(["restore", "b.tar", "--force"]);
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, message);
  }
  assert.equal((await licet.run(["export"])).stdout, before);
  assert.deepEqual(readdirSync(join(licet.path, "data")).toSorted(), ["licet.db", "licet.db.lock", "secret"]);
});

test("a database that cannot be read any more is moved away, with its -wal, when a backup takes its place", async (t) => {
  const licet = await createInstallation(t);
  await licet.run(["backup", "a.tar"]);
  const data = join(licet.path, "data");
  writeFileSync(join(data, "licet.db"), "no database at all ".repeat(300));
  writeFileSync(join(data, "licet.db-wal"), "its newest commits");
  const { code, stdout, stderr } = await licet.run(["restore", "a.tar", "--force"]);
  assert.equal(code, 0, stderr);
  const [moved = ""] = /\S+licet\.db\.damaged-\d{8}T\d{6}Z/.exec(stdout) ?? [];
  assert.match(readFileSync(moved, "utf8"), /^no database at all /);
  assert.equal(readFileSync(`${moved}-wal`, "utf8"), "its newest commits");
  assert.equal((await licet.run(["user", "show", "alice"])).code, 0);
});

test("the newest commits of a database that was not closed are in the backup", async (t) => {
  const licet = await createInstallation(t);
  const open = new DatabaseSync(join(licet.path, "data/licet.db"));
  open.exec("pragma wal_autocheckpoint = 0; insert into meta values ('newest', 'commit')");
  t.after(() => open.close());
  assert.ok(statSync(join(licet.path, "data/licet.db-wal")).size > 0);
  assert.equal((await licet.run(["backup", "a.tar"])).code, 0);
  addFolder(licet);
  assert.equal((await licet.run(["restore", "a.tar", "--data-dir", "other"])).code, 0);
  const restored = new DatabaseSync(join(licet.path, "other/licet.db"));
  t.after(() => restored.close());
  assert.deepEqual(
    { ...restored.prepare("select value from meta where key = 'newest'").get() },
    { value: "commit" },
  );
});

test("a backup can go through a pipe to another place, without a file", async (t) => {
  const licet = await createInstallation(t);
  addFolder(licet);
  const piped = spawnSync(
    "sh",
    ["-c", '"$0" "$1" backup - | "$0" "$1" restore - --data-dir other', process.execPath, MAIN],
    { cwd: licet.path, encoding: "utf8", env: { PATH: process.env.PATH } },
  );
  assert.equal(piped.status, 0, piped.stderr);
  assert.match(piped.stderr, /^Wrote the backup: /);
  assert.match(piped.stdout, /^Restored the backup of /);
  assert.equal((await licet.run(["user", "show", "alice", "--data-dir", "other"])).code, 0);
});

test("leftovers of a restore that was killed are removed by the next one", async (t) => {
  const licet = await createInstallation(t);
  await licet.run(["backup", "a.tar"]);
  mkdirSync(join(licet.path, "data/licet.db.restore-0123456789ab"));
  writeFileSync(join(licet.path, "data/licet.db.restore-0123456789ab/licet.db"), "half");
  assert.equal((await licet.run(["restore", "a.tar", "--force"])).code, 0);
  assert.deepEqual(readdirSync(join(licet.path, "data")).toSorted(), ["licet.db", "licet.db.lock", "secret"]);
});

/** The same backup with another manifest, and right digests. */
async function rewriteManifest(bytes: Buffer, members: object): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const archive = new ArchiveWriter(async (chunk) => void chunks.push(chunk), 1_794_800_000);
  const source = (async function* () {
    yield bytes;
  })();
  for await (const { name, content } of readArchive(source)) {
    const read: Buffer[] = [];
    for await (const chunk of content) read.push(chunk);
    const stored = Buffer.concat(read);
    const file =
      name === "manifest.json"
        ? Buffer.from(JSON.stringify({ ...JSON.parse(stored.toString("utf8")), ...members }))
        : stored;
    await archive.add(name, file.length, [file]);
  }
  await archive.finish();
  return Buffer.concat(chunks);
}
