import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { DamagedDatabaseError, FailedDiskError, UnavailableError } from "../../core/errors/errors.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

function failureOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail("it did not fail");
}

test("a full disk is unavailable, with the cause", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("create table t (x text); pragma max_page_count = 2");
  // SQLite reports this limit exactly like a full disk.
  const failure = failureOf(() => database.exec("insert into t values (hex(randomblob(100000)))"));
  const translated = translateSqliteError(failure);
  assert.ok(translated instanceof UnavailableError);
  assert.equal(translated.message, "the disk is full");
  assert.equal(translated.cause, failure);
});

test("an invalid statement is not reported as unavailable", () => {
  const failure = failureOf(() => new DatabaseSync(":memory:").exec("select nothing"));
  assert.equal(translateSqliteError(failure), failure);
});

test("a damaged file comes with advice that names it", () => {
  const failure = Object.assign(new Error("database disk image is malformed"), { errcode: 11 });
  const translated = translateSqliteError(failure, "/data/licet.db");
  assert.ok(translated instanceof DamagedDatabaseError);
  assert.match(
    translated.message,
    /^the database file is damaged\. .*backup.*sqlite3 \/data\/licet\.db \.recover/,
  );
});

test("a failed disk is not called damaged", () => {
  const failure = Object.assign(new Error("disk I/O error"), { errcode: 10 | (1 << 8) });
  const translated = translateSqliteError(failure, "/data/licet.db");
  assert.ok(translated instanceof FailedDiskError);
  assert.equal(translated.message, "the disk failed");
});

test("an error of the file system says what it is, and what to do", () => {
  const failure = Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
  const translated = translateSqliteError(failure, "/data/licet.db");
  assert.ok(translated instanceof FailedDiskError);
  assert.match(translated.message, /^the file system of \/data\/licet\.db does not answer \(EIO\).*dmesg/);
});
