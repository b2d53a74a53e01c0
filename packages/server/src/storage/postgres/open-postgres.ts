import { type Dialect, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Trace } from "../../core/async/trace.ts";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import type { ClockReading } from "../../core/time/node-clock.ts";
import { changesAfter, type LogRow } from "../changes/change-log.ts";
import type { Engine, EngineOptions } from "../engine/engine.ts";
import { createFailedReads, type FailedReads } from "../engine/failed-reads.ts";
import { createHistory } from "../engine/history.ts";
import { createSingleStatements } from "../engine/single-statements.ts";
import { traceDialect } from "../engine/trace-dialect.ts";
import { postgresDialect } from "../migrations/dialect.ts";
import { type MigrateOptions, migrate } from "../migrations/migrate.ts";
import type { Database } from "../tables/schema.ts";
import {
  feedLimits,
  limitConnection,
  type PostgresAddress,
  parsePostgresUrl,
  requestLimits,
  START_CONNECT_MILLISECONDS,
  type TimeLimits,
  unlimited,
} from "./connection-settings.ts";
import { detectPooling, type Pooling, requireSameDatabase } from "./detect-pooling.ts";
import { guardPool } from "./guarded-pool.ts";
import { createArrayInsert } from "./insert-arrays.ts";
import { insertWords } from "./insert-words.ts";
import { CHANNEL, createListener } from "./listener.ts";
import { createPipelinedTransactions } from "./pipelined-transactions.ts";
import { createPostgresFeed } from "./postgres-feed.ts";
import { createSentStatements, type SentStatements } from "./sent-statements.ts";
import { createStatementBatches } from "./statement-batches.ts";

export interface PostgresOptions extends EngineOptions {
  /** The same database without a pooler in transaction mode. */
  readonly directUrl?: string | undefined;
  readonly poolSize: number;
  readonly freshForMilliseconds: number;
  /** False: this process only polls. Used by short-lived programs and tests. */
  readonly listen: boolean;
  readonly now: () => number;
  /** Called with the database's time after each reading of the log. */
  readonly onTime?: ((reading: ClockReading) => void) | undefined;
}

export async function openPostgres(databaseUrl: string, options: PostgresOptions): Promise<Engine> {
  const address = parsePostgresUrl(databaseUrl);
  const direct = options.directUrl === undefined ? address : parsePostgresUrl(options.directUrl);
  const pooling = await detectAllowedPooling(address, direct);
  await namingDatabase(direct, () => migrateOnce(direct, options));

  const failedReads = createFailedReads();
  const connectTo = (limits: TimeLimits, max: number) =>
    connect(
      {
        ...address.settings,
        ...limitConnection(pooling, limits),
        max,
        // Opening a connection takes several round trips, so that quiet minutes do not close it.
        idleTimeoutMillis: 300_000,
        pipeline: true,
      },
      createSentStatements(pooling, limits, options.log),
      { trace: options.trace, failedReads },
    );
  const { db, dialect, pool } = connectTo(requestLimits, options.poolSize);
  // The feed has a connection of its own, so that it never waits for requests. It has no direct one: after a failover,
  // a direct address may lead to the former primary, and the node would count as current with what that one knows.
  const { db: feedDb } = connectTo(feedLimits, 1);
  const closeBoth = () => Promise.all([db.destroy(), feedDb.destroy()]);
  const statement = changesAfter(feedDb, databaseTime);
  const read = async (after: number) => {
    const startedAt = options.now();
    const { rows } = await feedDb.executeQuery(statement.with({ after }));
    const time = rows[0]?.time;
    if (time !== undefined) options.onTime?.({ time, startedAt, endedAt: options.now() });
    return rows;
  };
  const startRevision = await namingDatabase(address, () => newestRevision(read)).catch(async (error) => {
    await closeBoth();
    throw error;
  });

  const history = createHistory({ log: options.log, advice: ADVICE, onBroken: options.onBroken });
  const feed = createPostgresFeed({ ...options, read, startRevision, history });
  const listener = options.listen ? createListener(direct.settings, feed.wake, options.log) : undefined;
  return {
    name: "postgres",
    db,
    createInsert: (insert) => createArrayInsert(db, insert),
    insertWords,
    wakeOthers: async (trx) => {
      await sql`notify ${sql.raw(CHANNEL)}`.execute(trx);
    },
    transactions: createPipelinedTransactions(db, dialect),
    // A single connection is taken by the transaction itself.
    readsBesideWrites: options.poolSize > 1,
    // In a trace, every statement is a step of its own request.
    batches: options.trace ? createSingleStatements(db) : createStatementBatches(db),
    feed,
    history,
    failedReads,
    countConnections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: options.poolSize,
    }),
    now: options.now,
    catchUp: feed.catchUp,
    close: async () => {
      feed.close();
      await listener?.close();
      await closeBoth();
    },
  };
}

const ADVICE =
  'This server ends: acknowledged changes are gone, and revoked tokens may be valid again. Stop all servers, take a backup of this database with "licet backup", and restore it with "licet restore --force"; "The database went back" in docs/operations.md says more.';

/** The moment in which the statement runs. `now()` would be the moment in which its transaction began. */
const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Rejects when the node could not hear of changes, or would migrate another database than it uses. */
async function detectAllowedPooling(address: PostgresAddress, direct: PostgresAddress): Promise<Pooling> {
  const pooling = await namingDatabase(address, () => detectPooling(patiently(address)));
  if (direct === address) {
    if (pooling === "transaction") throw new InvalidInputError(`LICET_DATABASE_URL ${NEEDS_SESSION}`);
    return pooling;
  }
  if ((await namingDatabase(direct, () => detectPooling(patiently(direct)))) === "transaction")
    throw new InvalidInputError(`LICET_DATABASE_DIRECT_URL ${NEEDS_SESSION}`);
  await namingDatabase(direct, () => requireSameDatabase(patiently(direct), patiently(address)));
  return pooling;
}

const patiently = ({ settings }: PostgresAddress): pg.ClientConfig => ({
  ...settings,
  connectionTimeoutMillis: START_CONNECT_MILLISECONDS,
});

const NEEDS_SESSION =
  "leads to a pooler in transaction mode, which cannot pass on notifications of changes. Set LICET_DATABASE_DIRECT_URL to an address of the same database without this pooler (PostgreSQL itself, or a pooler in session mode); Licet uses it to hear of changes and to migrate, and LICET_DATABASE_URL for everything else";

async function newestRevision(read: (after: number) => Promise<readonly LogRow[]>): Promise<number> {
  const [row] = await read(Number.MAX_SAFE_INTEGER);
  if (row === undefined) throw new Error("the revision row is missing");
  return row.newest;
}

const migrateOnce = (address: PostgresAddress, options: MigrateOptions): Promise<void> =>
  onOneConnection(address, (db) => migrate(db, postgresDialect, options));

/** For work before a server or beside it. The URL leads to no pooler in transaction mode. */
export async function onDirectConnection<T>(
  databaseUrl: string,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const address = parsePostgresUrl(databaseUrl);
  return await namingDatabase(address, () => onOneConnection(address, work));
}

/** Uses its own connection without the time limits of requests: migrating a large table may take long. */
async function onOneConnection<T>(
  { settings }: PostgresAddress,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { db } = connect(
    { ...settings, ...unlimited, max: 1 },
    createSentStatements("session", requestLimits),
  );
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The reason of a start that fails names the database, without credentials. */
async function namingDatabase<T>({ label }: PostgresAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(`cannot use the PostgreSQL database ${label}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** When a host has several addresses, the error has an empty message and contains the errors of all addresses. */
function reasonOf({ cause, message }: UnavailableError): string {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error && first.message !== "" ? first.message : message;
}

function connect(
  settings: pg.PoolConfig,
  statements: SentStatements,
  options: { readonly trace?: Trace | undefined; readonly failedReads?: FailedReads } = {},
): { readonly db: Kysely<Database>; readonly dialect: Dialect; readonly pool: pg.Pool } {
  const pool = new pg.Pool(settings);
  // A broken connection is replaced when one is needed, and its query fails by itself. Without listeners for both idle
  // and used connections, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const plain = new PostgresDialect({ pool: guardPool(pool, statements, options.failedReads) });
  const { trace } = options;
  const dialect = trace ? traceDialect(plain, "postgres", trace) : plain;
  return { db: new Kysely<Database>({ dialect }), dialect, pool };
}
