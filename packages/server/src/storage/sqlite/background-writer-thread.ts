import type { StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { BatchedStatement } from "../engine/engine.ts";
import type { SqlValue } from "../statements/sql-value.ts";
import type { BatchResult } from "./background-writer.ts";
import { openExisting } from "./open-database.ts";

/** The thread of background-writer.ts. It may wait for locks and disks. */
const database = openExisting(workerData as string);
database.exec("pragma busy_timeout = 5000; pragma cache_size = -2000;");
const statements = new Map<string, StatementSync>();

parentPort?.on("message", (message: string) => parentPort?.postMessage(write(JSON.parse(message))));

function write(batch: readonly BatchedStatement[]): BatchResult {
  try {
    database.exec("begin immediate");
    for (const { sql, rows } of batch) for (const row of rows) prepared(sql).run(...(row as SqlValue[]));
    database.exec("commit");
    return {};
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    const { message, errcode } = error as Error & { errcode?: number };
    return { failure: errcode === undefined ? { message } : { message, errcode } };
  }
}

function prepared(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
