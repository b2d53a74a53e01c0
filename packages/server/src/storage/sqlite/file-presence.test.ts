// @engine sqlite: its file is what this is about.

import assert from "node:assert/strict";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { put, samples, trustedActor, user } from "../contract/samples.ts";
import { openStorage } from "../open-storage.ts";

const PARTS = ["", "-wal", "-shm"];

async function openWithUser(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "licet-presence-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "licet.db");
  const fatal: string[] = [];
  const fatalDetails: object[] = [];
  const broken: string[] = [];
  const storage = await openStorage({
    pid: process.pid,
    databaseUrl: `sqlite:${file}`,
    clock: systemClock,
    hashName: testHashName,
    onBroken: (sentence) => void broken.push(sentence),
    log: {
      warn: () => {},
      fatal: (details, message) => {
        fatalDetails.push(details);
        fatal.push(message);
      },
    },
  });
  t.after(() => storage.close());
  await storage.state.commit([put("user", samples.user)], trustedActor);
  return { file, storage, fatal, fatalDetails, broken };
}

function countUsers(file: string): number {
  const database = new DatabaseSync(file);
  try {
    return database.prepare("select id from users").all().length;
  } finally {
    database.close();
  }
}

test("the first write after the file was moved is refused, and not half a second later", async (t) => {
  const { file, storage, fatal } = await openWithUser(t);
  for (const part of PARTS) renameSync(file + part, file + part.padStart(12, ".moved"));
  const refused = { name: "UnavailableError", message: /licet\.db was deleted or moved while it was open/ };
  await assert.rejects(storage.state.commit([put("user", user("usr_2", "two"))], trustedActor), refused);
  await assert.rejects(storage.assertions.spend("client", "1", 1), refused);
  await assert.rejects(storage.state.revision(), refused, "and so is every read");
  await assert.rejects(storage.ping(), refused);
  await assert.rejects(async () => storage.feed.confirm(), refused);
  assert.equal(existsSync(file), false, "no new file was made");
  assert.equal(fatal.length, 1);
  assert.match(fatal[0] ?? "", /503.*docs\/operations\.md/);
});

test("without a request, the loss is found as well", async (t) => {
  const { file, fatal, fatalDetails } = await openWithUser(t);
  rmSync(`${file}-wal`);
  await untilKnown(async () => fatal.length > 0);
  assert.match(fatal[0] ?? "", /licet\.db-wal was deleted or moved/);
  assert.deepEqual(fatalDetails, [{ file: `${file}-wal`, pid: process.pid }]);
});

test("a file that comes back is not used: another process may have written to it", async (t) => {
  const { file, storage } = await openWithUser(t);
  renameSync(file, `${file}.moved`);
  await assert.rejects(storage.assertions.spend("client", "1", 1), UnavailableError);
  renameSync(`${file}.moved`, file);
  await assert.rejects(storage.assertions.spend("client", "1", 1), UnavailableError);
});

test("a server that stops leaves the file alone that has replaced its own", async (t) => {
  const { file, storage, fatal } = await openWithUser(t);
  for (const part of PARTS) copyFileSync(file + part, `${file}.copy${part}`);
  for (const part of PARTS) renameSync(`${file}.copy${part}`, file + part);
  await assert.rejects(
    storage.state.commit([put("user", user("usr_2", "two"))], trustedActor),
    UnavailableError,
  );
  assert.match(fatal[0] ?? "", /licet\.db was replaced/);
  const before = PARTS.map((part) => statSync(file + part).ino);
  await storage.close();
  assert.deepEqual(
    PARTS.map((part) => statSync(file + part, { throwIfNoEntry: false })?.ino),
    before,
  );
  assert.equal(countUsers(file), 1);
});

test("a deleted file can be copied from the process that has it open, with every acknowledged write", {
  skip: process.platform !== "linux",
}, async (t) => {
  const { file, storage } = await openWithUser(t);
  await storage.state.commit([put("user", user("usr_2", "two"))], trustedActor);
  for (const part of PARTS) rmSync(file + part);
  await untilKnown(() =>
    storage.ping().then(
      () => false,
      (error) => error instanceof UnavailableError,
    ),
  );
  for (const part of ["", "-wal"]) {
    const deleted = `${file}${part} (deleted)`;
    const descriptor = readdirSync("/proc/self/fd").find((number) => linkOf(number) === deleted);
    copyFileSync(`/proc/self/fd/${descriptor}`, `${file}.saved${part}`);
  }
  assert.equal(countUsers(`${file}.saved`), 2);
});

/** One file with everything that is committed, as a backup tool makes it. */
function copyOf(file: string): string {
  const copy = `${file}.older`;
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec(`vacuum into '${copy}'`);
  database.close();
  return copy;
}

const OVERWRITTEN = { name: "UnavailableError", message: /licet\.db was overwritten while it was open/ };

for (const keepsTime of [false, true])
  test(`the first write after the file was overwritten by an older one${keepsTime ? " with its times" : ""} is refused`, async (t) => {
    const { file, storage, fatal, fatalDetails, broken } = await openWithUser(t);
    const copy = copyOf(file);
    await storage.state.commit([put("user", user("usr_2", "two"))], trustedActor);
    const { ino } = statSync(file);
    const { atime, mtime } = statSync(copy);
    // What cp does: the file stays, and gets another content.
    copyFileSync(copy, file);
    if (keepsTime) utimesSync(file, atime, mtime);
    assert.equal(statSync(file).ino, ino);
    await assert.rejects(
      storage.state.commit([put("user", user("usr_3", "three"))], trustedActor),
      OVERWRITTEN,
    );
    await assert.rejects(storage.state.revision(), OVERWRITTEN, "and so is every read");
    await assert.rejects(async () => storage.feed.confirm(), OVERWRITTEN);
    assert.equal(fatal.length, 1);
    assert.match(fatal[0] ?? "", /overwritten while it was open\. .*licet restore/);
    assert.deepEqual(fatalDetails, [{ file, pid: process.pid }]);
    assert.deepEqual(broken, fatal);
  });

test("without a request, an overwritten file is found as well", async (t) => {
  const { file, broken } = await openWithUser(t);
  copyFileSync(copyOf(file), file);
  await untilKnown(async () => broken.length > 0);
});

test("an older state that SQLite itself has put into the file is found by its revision", async (t) => {
  const { file, storage, broken } = await openWithUser(t);
  const copy = copyOf(file);
  await storage.state.commit([put("user", user("usr_2", "two"))], trustedActor);
  const source = new DatabaseSync(copy);
  await backup(source, file);
  source.close();
  const wentBack = { name: "UnavailableError", message: /went back from revision 2 to 1 while it was open/ };
  await assert.rejects(async () => storage.feed.confirm(), wentBack);
  await assert.rejects(storage.state.commit([put("user", user("usr_3", "three"))], trustedActor), wentBack);
  assert.equal(broken.length, 1);
});

test("checkpoints of any process, other modes and copies of the file are no reason to end", async (t) => {
  const { file, storage, fatal } = await openWithUser(t);
  const other = await openStorage({
    databaseUrl: `sqlite:${file}`,
    clock: systemClock,
    hashName: testHashName,
  });
  t.after(() => other.close());
  const shell = new DatabaseSync(file);
  t.after(() => shell.close());
  const works = async (writer: typeof storage, name: string) => {
    await writer.state.commit([put("user", user(`usr_${name}`, name))], trustedActor);
    await storage.assertions.spend("client", name, 1);
    await other.assertions.spend("client", `${name} there`, 1);
  };
  for (const kind of ["passive", "full", "restart", "truncate"]) {
    await works(storage, `${kind}-here`);
    shell.exec(`pragma wal_checkpoint(${kind})`);
    await works(other, `${kind}-there`);
  }
  shell.exec("vacuum; pragma wal_checkpoint(truncate)");
  await works(storage, "vacuum");
  chmodSync(file, 0o640);
  copyOf(file);
  await works(other, "last");
  assert.deepEqual(fatal, []);
});

test("after a crash, the file that was left is watched as well", async (t) => {
  const { file, storage } = await openWithUser(t);
  const left = join(mkdtempSync(join(tmpdir(), "licet-presence-")), "licet.db");
  t.after(() => rmSync(join(left, ".."), { recursive: true, force: true }));
  for (const part of ["", "-wal"]) copyFileSync(file + part, left + part);
  const broken: string[] = [];
  const recovered = await openStorage({
    databaseUrl: `sqlite:${left}`,
    clock: systemClock,
    hashName: testHashName,
    onBroken: (sentence) => void broken.push(sentence),
  });
  t.after(() => recovered.close());
  assert.equal(await recovered.state.revision(), await storage.state.revision());
  copyFileSync(copyOf(file), left);
  await untilKnown(async () => broken.length > 0);
  await assert.rejects(recovered.assertions.spend("client", "1", 1), OVERWRITTEN);
});

function linkOf(number: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${number}`);
  } catch {
    // The descriptor of the listing itself is closed by now.
    return undefined;
  }
}
