import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { UnavailableError } from "../../core/errors.ts";
import { changesAfter, type LogRow } from "../change-log.ts";
import type { Engine } from "../engine.ts";
import { postgresDialect } from "../migrations/dialect.ts";
import { migrate } from "../migrations/migrate.ts";
import type { Database } from "../schema.ts";
import { createChunkedInsert } from "./chunked-insert.ts";
import { type PostgresAddress, parsePostgresUrl, requestTimeouts } from "./connection-settings.ts";
import { guardPool } from "./guarded-pool.ts";
import { insertWords } from "./insert-words.ts";
import { CHANNEL, createListener } from "./listener.ts";
import { createPostgresFeed } from "./postgres-feed.ts";

export interface PostgresOptions {
  readonly poolSize: number;
  readonly freshForMilliseconds: number;
  readonly pollEveryMilliseconds: number;
  /** False: this process only polls. Used by short-lived programs and tests. */
  readonly listen: boolean;
  readonly now: () => number;
  readonly log?: Log | undefined;
}

interface Log {
  warn(details: object, message: string): void;
}

export async function openPostgres(databaseUrl: string, options: PostgresOptions): Promise<Engine> {
  const address = parsePostgresUrl(databaseUrl);
  await migrateOnce(address);

  const db = connect({ ...address.settings, ...requestTimeouts, max: options.poolSize });
  const statement = changesAfter(db);
  const read = async (after: number) => (await db.executeQuery(statement.with({ after }))).rows;
  const startRevision = await newestRevision(read).catch(async (error) => {
    await db.destroy();
    throw error;
  });

  const feed = createPostgresFeed({ ...options, read, startRevision });
  const listener = options.listen ? createListener(address.settings, feed.wake, options.log) : undefined;
  return {
    name: "postgres",
    db,
    createInsert: createChunkedInsert,
    insertWords,
    wakeOthers: async (trx) => {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
    },
    feed,
    catchUp: feed.catchUp,
    close: async () => {
      feed.close();
      await listener?.close();
      await db.destroy();
    },
  };
}

async function newestRevision(read: (after: number) => Promise<readonly LogRow[]>): Promise<number> {
  const [row] = await read(Number.MAX_SAFE_INTEGER);
  if (row === undefined) throw new Error("the revision row is missing");
  return row.newest;
}

/** Uses its own connection without the time limits of requests: migrating a large table may take long. */
async function migrateOnce({ settings, label }: PostgresAddress): Promise<void> {
  const db = connect({ ...settings, max: 1 });
  try {
    await migrate(db, postgresDialect);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(`cannot use the PostgreSQL database ${label}: ${reasonOf(error)}`, {
      cause: error,
    });
  } finally {
    await db.destroy();
  }
}

/** When a host has several addresses, the error has an empty message and contains the errors of all addresses. */
function reasonOf({ cause, message }: UnavailableError): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error && first.message !== "" ? first.message : message;
}

function connect(settings: pg.PoolConfig): Kysely<Database> {
  const pool = new pg.Pool(settings);
  // A broken connection is replaced when one is needed, and its query fails by itself. Without listeners for both idle
  // and used connections, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: guardPool(pool) }) });
}
