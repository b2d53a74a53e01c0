// @engine sqlite: the lock of its file.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import { lockDatabase, lockDatabaseForWorkers, shareDatabaseLock } from "./lock-database.ts";

function newFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "licet-lock-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "licet.db");
}

const lockModule = JSON.stringify(new URL("./lock-database.ts", import.meta.url).href);

/** A process that runs the call, prints its result, and stays. */
async function lockElsewhere(t: TestContext, call: string): Promise<{ child: ChildProcess; result: string }> {
  const script = `
    import { lockDatabase, lockDatabaseForWorkers, shareDatabaseLock } from ${lockModule};
    let result;
    try { result = ${call}.serverId ?? "locked"; } catch (error) { result = error.message; }
    gc(); gc();
    console.log(result);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [printed] = await once(child.stdout, "data");
  return { child, result: String(printed).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("a second server gets the lock when the last worker of the first is gone, although its parent was killed", async (t) => {
  const file = newFile(t);
  const path = JSON.stringify(file);
  const parent = await lockElsewhere(t, `lockDatabaseForWorkers(${path}, { pid: process.pid })`);
  const join = `shareDatabaseLock(${path}, ${JSON.stringify(parent.result)})`;
  const [first, second] = await Promise.all([lockElsewhere(t, join), lockElsewhere(t, join)]);
  assert.deepEqual([first.result, second.result], ["locked", "locked"]);
  const isRefused = () => {
    const message = new RegExp(`in use by process ${parent.child.pid} or one of its workers; stop it`);
    assert.throws(() => lockDatabase(file, { pid: 1 }), message);
    assert.throws(() => lockDatabaseForWorkers(file, { pid: 1 }), InvalidInputError);
  };
  isRefused();
  await kill(parent.child);
  isRefused();
  await kill(first.child);
  isRefused();
  await kill(second.child);
  lockDatabase(file, { pid: 1 }).release();
});

test("a server alone is refused beside one with workers, and the other way round", async (t) => {
  const file = newFile(t);
  const alone = await lockElsewhere(t, `lockDatabase(${JSON.stringify(file)}, { pid: process.pid })`);
  assert.throws(
    () => lockDatabaseForWorkers(file, { pid: 1 }),
    new RegExp(`in use by process ${alone.child.pid};`),
  );
  await kill(alone.child);
  const lock = lockDatabaseForWorkers(file, { pid: 1 });
  const other = await lockElsewhere(t, `lockDatabase(${JSON.stringify(file)}, { pid: process.pid })`);
  assert.match(other.result, /in use by process 1 or one of its workers/);
  lock.release();
  assert.equal(existsSync(`${file}.pid`), false);
});

test("a worker that comes too late gets no share beside the next server", (t) => {
  const file = newFile(t);
  const first = lockDatabaseForWorkers(file, { pid: 1 });
  first.release();
  assert.throws(() => shareDatabaseLock(file, first.serverId), UnavailableError);
  const second = lockDatabaseForWorkers(file, { pid: 2 });
  assert.throws(() => shareDatabaseLock(file, first.serverId), UnavailableError);
  shareDatabaseLock(file, second.serverId).release();
  second.release();
});

test("two workers in one process have a share each", (t) => {
  const file = newFile(t);
  const server = lockDatabaseForWorkers(file, { pid: 1 });
  const shares = [shareDatabaseLock(file, server.serverId), shareDatabaseLock(file, server.serverId)];
  server.release();
  shares[0]?.release();
  assert.throws(() => lockDatabase(file, { pid: 3 }), InvalidInputError);
  shares[1]?.release();
  lockDatabase(file, { pid: 3 }).release();
});
