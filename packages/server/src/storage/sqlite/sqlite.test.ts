// @engine sqlite: what this engine does differently.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import {
  ConflictError,
  DamagedDatabaseError,
  InvalidInputError,
  UnavailableError,
} from "../../core/errors/errors.ts";
import { createDeadline, DeadlineError, withDeadline } from "../../core/time/deadline.ts";
import { testHashName } from "../../directory/testing/hash-name.ts";
import { put, samples, trustedActor, user } from "../contract/samples.ts";
import { openStorage } from "../open-storage.ts";
import { lockDatabase } from "./lock-database.ts";
import { openSqlite } from "./open-sqlite.ts";

function newFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "licet-sqlite-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data", "licet.db");
}

async function open(t: TestContext, file: string, options: { exclusive?: boolean; pid?: number } = {}) {
  const storage = await openStorage({
    databaseUrl: `sqlite:${file}`,
    clock: systemClock,
    hashName: testHashName,
    ...options,
  });
  t.after(() => storage.close());
  return storage;
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const storageModule = JSON.stringify(new URL("../open-storage.ts", import.meta.url).href);
const lockModule = JSON.stringify(new URL("./lock-database.ts", import.meta.url).href);
const scriptArguments = (script: string) => ["--input-type=module", "-e", script];

test("only the owner can read the database and its -wal and -shm files", async (t) => {
  const file = newFile(t);
  const { state } = await open(t, file, { exclusive: true });
  await state.commit([put("user", samples.user)], trustedActor);
  for (const suffix of ["", "-wal", "-shm", ".lock", ".pid"])
    assert.equal(mode(file + suffix), "600", suffix);
  assert.equal(mode(join(file, "..")), "700");
});

test("the next confirm sees a commit of another process at once", async (t) => {
  const file = newFile(t);
  const { feed, state } = await open(t, file);
  await state.commit([put("user", samples.user)], trustedActor);
  const heard: string[] = [];
  feed.onChange((topics) => heard.push(...topics));
  const change = JSON.stringify([put("user", user("usr_2", "two"))]);
  const child = spawnSync(
    process.execPath,
    scriptArguments(`
      import { openStorage } from ${storageModule};
      const clock = { milliseconds: () => 0, seconds: () => 0 };
      const storage = await openStorage({ databaseUrl: ${JSON.stringify(`sqlite:${file}`)}, clock, hashName: ({ name }) => name });
      await storage.state.commit(${change}, { name: "cli", at: 0 });
      await storage.close();`),
    { encoding: "utf8" },
  );
  assert.equal(child.status, 0, child.stderr);
  assert.equal(feed.revision, 1);
  assert.equal(feed.confirm(2), undefined);
  assert.equal(feed.revision, 2);
  assert.deepEqual(heard, ["user:usr_2"]);
});

test("a commit of another process is seen in the same turn of the event loop", async (t) => {
  const file = newFile(t);
  const { feed } = await open(t, file);
  const other = await open(t, file);
  await new Promise(setImmediate);
  let turnIsOver = false;
  setImmediate(() => {
    turnIsOver = true;
  });
  assert.equal(feed.confirm(), undefined);
  const { revision } = await other.state.commit([put("user", samples.user)], trustedActor);
  assert.equal(feed.confirm(), undefined);
  assert.equal(turnIsOver, false);
  assert.equal(feed.revision, revision);
});

test("a request checks the file once, however many of its steps ask, and the next one checks it again", async (t) => {
  const { feed } = await open(t, newFile(t));
  const { mock: checks } = t.mock.method(StatementSync.prototype, "get");
  const confirmTwice = () => {
    assert.equal(feed.confirm(), undefined);
    assert.equal(feed.confirm(), undefined);
  };
  withDeadline(createDeadline(8_000), confirmTwice);
  assert.equal(checks.callCount(), 1);
  withDeadline(createDeadline(8_000), confirmTwice);
  assert.equal(checks.callCount(), 2);
  confirmTwice();
  assert.equal(checks.callCount(), 4, "work of no request always checks");
});

test("a request that names a revision, or goes on for long, checks the file again", async (t) => {
  const file = newFile(t);
  const { feed } = await open(t, file);
  const other = await open(t, file);
  await withDeadline(createDeadline(60_000), async () => {
    assert.equal(feed.confirm(), undefined);
    const { revision: first } = await other.state.commit([put("user", samples.user)], trustedActor);
    assert.equal(feed.confirm(first), undefined);
    assert.equal(feed.revision, first);
    const { revision: second } = await other.state.commit([put("user", user("usr_2", "two"))], trustedActor);
    await untilKnown(async () => {
      assert.equal(feed.confirm(), undefined);
      return feed.revision === second;
    });
  });
});

test("four processes that start at once in an empty folder all start", { timeout: 120_000 }, async (t) => {
  const file = newFile(t);
  const script = `
    import { openStorage } from ${storageModule};
    const clock = { milliseconds: () => 0, seconds: () => 0 };
    const storage = await openStorage({ databaseUrl: ${JSON.stringify(`sqlite:${file}`)}, clock, hashName: ({ name }) => name });
    await storage.state.commit([{ op: "put", kind: "group", value: { name: "g" } }], { name: "cli", at: 0 });
    await storage.close();`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, scriptArguments(script), { stdio: ["ignore", "ignore", "inherit"] }),
  );
  const codes = await Promise.all(
    children.map((child) => new Promise((resolve) => child.once("exit", resolve))),
  );
  assert.deepEqual(codes, [0, 0, 0, 0]);
  assert.equal(await (await open(t, file)).state.revision(), 4);
});

test("statements of one request never run in the transaction of another", async (t) => {
  const { state, assertions, permissions } = await open(t, newFile(t));
  await state.commit([put("user", user("usr_1", "taken"))], trustedActor);
  for (let round = 0; round < 20; round++) {
    const doomed = [
      put("assignment", { id: `asg_${round}`, principal: "user:usr_1", permission: "x" }),
      ...Array.from({ length: round }, (_, i) => put("group", { name: `g${i}` })),
      put("user", user("usr_2", "taken")),
    ];
    const [commit, spent, reading] = await Promise.allSettled([
      state.commit(doomed, trustedActor),
      assertions.spend("client", `jti-${round}`, 1),
      permissions.listAssignments("user:usr_1"),
    ]);
    assert.ok(commit.status === "rejected" && commit.reason instanceof ConflictError);
    assert.ok(spent.status === "fulfilled" && spent.value);
    assert.deepEqual(reading.status === "fulfilled" && reading.value, { revision: 1, value: [] });
    assert.equal(
      await assertions.spend("client", `jti-${round}`, 1),
      false,
      "the rollback took the spent row along",
    );
  }
});

test("a writer waits for another process without blocking the event loop", async (t) => {
  const file = newFile(t);
  const { state, assertions } = await open(t, file);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec("begin immediate");
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  const writing = Promise.all([
    state.commit([put("user", samples.user)], trustedActor),
    assertions.spend("a", "1", 1),
  ]);
  await untilKnown(async () => ticks > 5);
  other.exec("commit");
  assert.deepEqual(await writing, [{ revision: 1 }, true]);
  clearInterval(ticking);
});

/** How often a statement was refused, because another process holds the lock. */
function countRefusedWrites(t: TestContext): () => number {
  const mocks = (["run", "all"] as const).map((name) => {
    const { mock } = t.mock.method(StatementSync.prototype, name);
    return mock;
  });
  return () => mocks.flatMap(({ calls }) => calls).filter(({ error }) => error !== undefined).length;
}

test("reads go on while a write waits for another process, and see every commit", async (t) => {
  const file = newFile(t);
  const { state, assertions, permissions, revocations } = await open(t, file);
  const { revision } = await state.commit([put("user", samples.user)], trustedActor);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec("begin immediate");
  const countAttempts = countRefusedWrites(t);
  const writing = Promise.all([
    state.commit([put("user", user("usr_2", "two"))], trustedActor),
    // Statements that give rows and write: they wait, too.
    assertions.spend("client", "1", 1),
    revocations.revoke({ id: "token", audience: [], expiresAt: 1 }),
  ]);
  let isWritten = false;
  void writing.then(() => {
    isWritten = true;
  });
  await untilKnown(async () => countAttempts() > 1);
  assert.equal(await state.revision(), revision, "a single statement");
  assert.equal((await permissions.loadModel()).revision, revision, "a transaction that reads");
  assert.equal(await revocations.isRevoked("token"), false);
  assert.equal(isWritten, false);
  other.exec("commit");
  assert.deepEqual(await writing, [{ revision: revision + 1 }, true, true]);
  other.exec("begin immediate");
  const attemptsBefore = countAttempts();
  const waiting = assertions.spend("client", "2", 1);
  await untilKnown(async () => countAttempts() > attemptsBefore + 1);
  assert.equal(await state.revision(), revision + 1);
  assert.equal((await permissions.loadModel()).revision, revision + 1);
  assert.equal(await revocations.isRevoked("token"), true);
  other.exec("commit");
  assert.equal(await waiting, true);
});

test("a transaction that reads sees one state, whatever is committed meanwhile", async (t) => {
  const { db, close } = await openSqlite(newFile(t), { pollEveryMilliseconds: 1_000 });
  t.after(close);
  const revision = async (from: typeof db) =>
    (await from.selectFrom("revision").select("value").executeTakeFirstOrThrow()).value;
  await db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      assert.equal(await revision(trx), 0);
      await db.updateTable("revision").set({ value: 7 }).execute();
      assert.equal(await revision(trx), 0);
      assert.equal(await revision(db), 7, "the next statement of another request sees it");
    });
  assert.equal(await revision(db), 7);
});

test("the patience of a write counts from the arrival of its request", async (t) => {
  const file = newFile(t);
  const { assertions } = await open(t, file);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec("begin immediate");
  const spendAfter = (waited: number, id: string) =>
    withDeadline(createDeadline(8_000, performance.now() - waited), () => assertions.spend("client", id, 1));
  const late = [spendAfter(4_900, "1"), spendAfter(4_800, "2"), spendAfter(6_000, "3")];
  let isPatient = true;
  const patient = spendAfter(0, "0")
    .catch(() => {})
    .finally(() => {
      isPatient = false;
    });
  const results = await Promise.allSettled(late);
  for (const result of results)
    assert.ok(result.status === "rejected" && result.reason instanceof UnavailableError);
  assert.ok(isPatient, "the request that has just arrived still waits");
  other.exec("commit");
  await patient;
  assert.equal(await spendAfter(6_000, "3"), true, "without a wait it is done");
  await assert.rejects(spendAfter(8_001, "4"), DeadlineError);
});

test("a damaged file ends the start with advice", async (t) => {
  const file = newFile(t);
  const first = await open(t, file);
  await first.state.commit([put("user", samples.user)], trustedActor);
  await first.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x55, 100, 8_192));
  await assert.rejects(
    openStorage({ databaseUrl: `sqlite:${file}`, clock: systemClock, hashName: testHashName }),
    (error) => {
      assert.ok(error instanceof DamagedDatabaseError, String(error));
      assert.match(error.message, /damaged.*backup.*licet\.db \.recover/);
      return true;
    },
  );
});

test("the -wal file shrinks again after a large change", async (t) => {
  const file = newFile(t);
  const { state } = await open(t, file);
  const users = Array.from({ length: 500 }, (_, i) =>
    put("user", { ...user(`usr_${i}`, `user-${i}`), attributes: { text: "x".repeat(50_000) } }),
  );
  await state.commit(users, trustedActor);
  const size = () => statSync(`${file}-wal`).size;
  const large = size();
  assert.ok(large > 20_000_000, `it has only ${large} bytes`);
  // The first writes all pages into the database, the next starts the -wal file again from its beginning.
  for (const name of ["a", "b"]) await state.commit([put("group", { name })], trustedActor);
  assert.ok(size() <= 16 * 1_024 * 1_024, `it still has ${size()} bytes`);
});

test("a file that is no database is refused with its name", async (t) => {
  const file = newFile(t);
  rmSync(join(file, ".."), { recursive: true, force: true });
  const plain = join(mkdtempSync(join(tmpdir(), "licet-sqlite-")), "notes.txt");
  t.after(() => rmSync(join(plain, ".."), { recursive: true }));
  writeFileSync(plain, "not a database at all, but long enough to look at ".repeat(100));
  await assert.rejects(
    openStorage({ databaseUrl: `sqlite:${plain}`, clock: systemClock, hashName: testHashName }),
    (error) => {
      assert.ok(error instanceof UnavailableError);
      assert.match(error.message, /notes\.txt: the file is not a database/);
      return true;
    },
  );
});

test("an invalid database URL is refused without repeating it", async () => {
  for (const databaseUrl of [
    "",
    "mysql://root:hunter2@db/x",
    "sqlite:",
    "sqlite::memory:",
    "postgres://u:hunter2@[bad",
  ]) {
    await assert.rejects(
      openStorage({ databaseUrl, clock: systemClock, hashName: testHashName }),
      (error) => {
        assert.ok(error instanceof InvalidInputError);
        assert.doesNotMatch(error.message + String(error.cause), /hunter2/);
        return true;
      },
    );
  }
});

test("a second server on one database is refused with the process id of the first", async (t) => {
  const file = newFile(t);
  const first = await openStorage({
    databaseUrl: `sqlite:${file}`,
    clock: systemClock,
    hashName: testHashName,
    exclusive: true,
    pid: 1234,
  });
  const second = () =>
    openStorage({
      databaseUrl: `sqlite:${file}`,
      clock: systemClock,
      hashName: testHashName,
      exclusive: true,
    });
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(second(), (error) => {
      assert.ok(error instanceof InvalidInputError);
      assert.match(
        error.message,
        /licet\.db is already in use by process 1234; stop it, or use another data folder/,
      );
      return true;
    });
  }
  await (await open(t, file)).ping();
  await first.close();
  assert.equal(existsSync(`${file}.pid`), false);
  await (await second()).close();
});

test("the lock of a killed server is free", { timeout: 120_000 }, async (t) => {
  const file = newFile(t);
  const server = spawn(
    process.execPath,
    scriptArguments(`
      import { lockDatabase } from ${lockModule};
      lockDatabase(${JSON.stringify(file)}, { pid: process.pid });
      console.log("locked");
      setInterval(() => {}, 1000);`),
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  t.after(() => server.kill("SIGKILL"));
  await new Promise((resolve) => server.stdout.once("data", resolve));
  assert.throws(() => lockDatabase(file, { pid: 1 }), new RegExp(`in use by process ${server.pid};`));
  server.kill("SIGKILL");
  await new Promise((resolve) => server.once("exit", resolve));
  lockDatabase(file, { pid: 1 }).release();
});
