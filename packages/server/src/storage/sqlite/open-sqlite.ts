import { resolve } from "node:path";
import { Kysely } from "kysely";
import { changesAfter } from "../change-log.ts";
import { compileOnce, placeholders } from "../compile-once.ts";
import type { Engine } from "../engine.ts";
import { sqliteDialect } from "../migrations/dialect.ts";
import { migrate } from "../migrations/migrate.ts";
import type { Database } from "../schema.ts";
import { createBackgroundWriter } from "./background-writer.ts";
import { createInsertWords } from "./insert-words.ts";
import { openDatabase } from "./open-database.ts";
import { createSqliteDialect, createStatementCache, type Prepare } from "./sqlite-dialect.ts";
import { translateInsertError } from "./sqlite-errors.ts";
import { createSqliteFeed } from "./sqlite-feed.ts";

export async function openSqlite(
  path: string,
  options: { readonly pollEveryMilliseconds: number },
): Promise<Engine> {
  const file = resolve(path);
  const database = openDatabase(file);
  const prepare = createStatementCache(database);
  const db = new Kysely<Database>({ dialect: createSqliteDialect(database, prepare) });
  try {
    await migrate(db, sqliteDialect);
    const feed = createSqliteFeed(file, changesAfter(db), options);
    const background = createBackgroundWriter(file);
    return {
      name: "sqlite",
      db,
      createInsert: (columns, build) => createInsert(prepare, columns, build),
      insertWords: createInsertWords(prepare),
      writeBehind: background.write,
      wakeOthers: async () => {},
      feed,
      catchUp: async (revision) => feed.confirm(revision)?.catch(() => {}),
      close: async () => {
        await background.close();
        feed.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Runs the prepared statement directly, without a promise for each row. The caller's transaction holds the only
 * connection, and no other request runs during a loop of synchronous calls.
 */
const createInsert = (
  prepare: Prepare,
  columns: readonly string[],
  build: Parameters<Engine["createInsert"]>[1],
): ReturnType<Engine["createInsert"]> => {
  const { sql, parameters } = compileOnce(columns, () => build([placeholders(columns)]));
  return async (_trx, rows) => {
    const statement = prepare(sql);
    for (const row of rows) {
      try {
        statement.run(...parameters(row));
      } catch (error) {
        throw translateInsertError(error, row);
      }
    }
  };
};
