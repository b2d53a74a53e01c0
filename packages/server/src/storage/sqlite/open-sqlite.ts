import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Kysely } from "kysely";
import { changesAfter } from "../changes/change-log.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type {
  Db,
  Engine,
  EngineOptions,
  Insert,
  InsertQuery,
  InsertRows,
  InsertWords,
} from "../engine/engine.ts";
import { createFailedReads } from "../engine/failed-reads.ts";
import { createHistory } from "../engine/history.ts";
import { createSingleStatements } from "../engine/single-statements.ts";
import { traceDialect } from "../engine/trace-dialect.ts";
import { sqliteDialect } from "../migrations/dialect.ts";
import { migrate } from "../migrations/migrate.ts";
import type { Row } from "../statements/sql-value.ts";
import type { Database } from "../tables/schema.ts";
import { createBackgroundWriter } from "./background-writer.ts";
import { FilePresence } from "./file-presence.ts";
import { openDatabase, openReadOnly } from "./open-database.ts";
import { createConnection, type Prepare } from "./sqlite-connection.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import { translateInsertError } from "./sqlite-errors.ts";
import { createSqliteFeed } from "./sqlite-feed.ts";
import { createTransactions } from "./sqlite-transactions.ts";

/** Protections that an experiment switches off, to see that it finds what they prevent. */
export interface SqliteOptions {
  /** False: reads take turns with writes on one connection. */
  readonly readsApart?: boolean;
  /** False: nobody looks whether the path still leads to the open file. */
  readonly watchesFile?: boolean;
}

export async function openSqlite(
  path: string,
  options: SqliteOptions & EngineOptions & { readonly pid?: number | undefined },
): Promise<Engine> {
  const { readsApart = true, watchesFile = true, log, pid, trace } = options;
  const file = resolve(path);
  const history = createHistory({ log, advice: ADVICE, onBroken: options.onBroken });
  const presence = new FilePresence(file, { history, log, pid });
  const writer = createConnection(openWithPresence(file, presence));
  const openReader = () => {
    const reader = createConnection(openReadOnly(file));
    // It was opened by the path, and must be the same file.
    presence.requirePresent();
    return reader;
  };
  const failedReads = createFailedReads();
  const dialect = createSqliteDialect({
    writer,
    openReader: readsApart ? openReader : undefined,
    presence,
    failedReads,
  });
  const db = new Kysely<Database>({ dialect: trace ? traceDialect(dialect, "sqlite", trace) : dialect });
  try {
    await migrate(db, sqliteDialect, options);
    const feed = createSqliteFeed(file, changesAfter(db), { ...options, presence, history });
    if (watchesFile) presence.watch(() => writer.database.exec("pragma wal_checkpoint(passive)"));
    const background = createBackgroundWriter(file);
    const { prepare } = writer;
    return {
      name: "sqlite",
      db,
      createInsert: (insert) => createInsert(db, prepare, insert),
      insertWords: createInsertWords(prepare),
      writeBehind: async (batch) => {
        presence.requirePresent();
        await background.write(batch);
        presence.requirePresent();
      },
      wakeOthers: async () => {},
      feed,
      history,
      failedReads,
      now: () => performance.now(),
      transactions: createTransactions(db),
      readsBesideWrites: readsApart,
      batches: createSingleStatements(db),
      catchUp: async ({ revision }) => feed.confirm(revision)?.catch(() => {}),
      close: async () => {
        await background.close();
        presence.close();
        feed.close();
        await db.destroy();
        presence.release();
      },
    };
  } catch (error) {
    presence.close();
    await db.destroy();
    presence.release();
    throw error;
  }
}

const ADVICE =
  'This server ends, and none starts on this file: acknowledged changes may be gone, and revoked tokens may be valid again. Restore a backup with "licet restore"; "The database file was overwritten" in docs/operations.md says more.';

function openWithPresence(file: string, presence: FilePresence): DatabaseSync {
  try {
    return openDatabase(file);
  } catch (error) {
    presence.release();
    throw error;
  }
}

/** Other requests run after so many rows, in about 10 ms: a bulk write must not keep them waiting. */
const ROWS_PER_TURN = 256;

/**
 * Runs the prepared statement directly, without a promise for each row. The caller's transaction holds the writing
 * connection, so requests that run in between read only, or wait for their turn to write.
 */
const createInsert = (
  db: Db,
  prepare: Prepare,
  { table, columns, onConflict = (insert) => insert }: Insert,
): InsertRows => {
  const { sql, parameters } = compileOnce<Row, unknown>(columns, (row) =>
    onConflict(db.insertInto(table).values(row as never) as InsertQuery),
  );
  return async (_trx, rows) => {
    const statement = prepare(sql);
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
      try {
        statement.run(...parameters(row));
      } catch (error) {
        throw translateInsertError(error, row);
      }
    }
  };
};

const INSERT_WORDS = `insert into entity_words (kind, word, entity_id)
  select ?, ?, value from json_each(?) where true on conflict do nothing`;

/** All rows of a word with one call: for words that many entities have, a call for each row takes longer than the row. */
const createInsertWords =
  (prepare: Prepare): InsertWords =>
  async (_trx, { kind, entities }) => {
    const statement = prepare(INSERT_WORDS);
    for (const [word, ids] of entities) statement.run(kind, word, JSON.stringify(ids));
  };
