// @engine sqlite: its file is what this is about.

import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/values/time.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { UnavailableError } from "../../core/errors.ts";
import { testHashName } from "../../state/testing/hash-name.ts";
import { put, samples, trustedActor, user } from "../contract/samples.ts";
import { openStorage } from "../open-storage.ts";

const PARTS = ["", "-wal", "-shm"];

async function openWithUser(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "licet-presence-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "licet.db");
  const fatal: string[] = [];
  const fatalDetails: object[] = [];
  const storage = await openStorage({
    pid: process.pid,
    databaseUrl: `sqlite:${file}`,
    clock: systemClock,
    hashName: testHashName,
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
  return { file, storage, fatal, fatalDetails };
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

function linkOf(number: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${number}`);
  } catch {
    // The descriptor of the listing itself is closed by now.
    return undefined;
  }
}
