import { setTimeout as delay } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { NODE_LISTED_SECONDS } from "../../../operations/stores.ts";
import type { Trx } from "../../engine/engine.ts";
import { MIGRATION_TABLE } from "../../migrations/bookkeeping.ts";
import { TABLES } from "../../tables/table-rules.ts";
import type { SingleConnection } from "./single-connection.ts";

type Session = Pick<SingleConnection, "db">;

/** Tables that Licet has made in a schema, of this version or another. */
async function listTables({ db }: Session, schema: string): Promise<readonly string[]> {
  const own: readonly string[] = TABLES;
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema} order by tablename`.execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => own.includes(name) || name.startsWith(MIGRATION_TABLE));
}

export const holdsTables = async (session: Session, schema: string): Promise<boolean> =>
  (await listTables(session, schema)).includes(MIGRATION_TABLE);

/**
 * Puts the tables of one schema in the place of those of another, in one transaction. Sessions that begin meanwhile
 * wait for its end.
 */
export async function replaceTables(
  { client, db }: SingleConnection,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await client.query(`set search_path to "${to.replaceAll('"', '""')}"`);
  await db.transaction().execute(async (trx) => {
    const former = await listTables({ db: trx }, to);
    if (former.length > 0) await sql`lock table ${names(to, former)} in access exclusive mode`.execute(trx);
    await requireNoServer({ db: trx });
    if (former.length > 0) await sql`drop table ${names(to, former)} cascade`.execute(trx);
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = ${from}`.execute(trx);
    for (const { name } of rows)
      await sql`alter table ${sql.id(from, name)} set schema ${sql.id(to)}`.execute(trx);
  });
}

const names = (schema: string, tables: readonly string[]): RawBuilder<unknown> =>
  sql.join(tables.map((table) => sql.id(schema, table)));

/** Throws InvalidInputError when a server or a command uses the database, or did so a moment ago. */
export async function requireNoServer(session: Session): Promise<void> {
  const { db } = session;
  const sessions = await listSessions(session);
  if (sessions.length > 0)
    throw new InvalidInputError(
      `a server or a command of Licet uses the database (sessions ${sessions.join(", ")} of PostgreSQL). Stop every server, and run this again. Nothing was changed.`,
    );
  const { rows: found } = await sql<{ found: boolean }>`
    select to_regclass('nodes') is not null as found`.execute(db);
  if (!found[0]?.found) return;
  const nodes = await listRunning(db as Trx);
  if (nodes.length === 0) return;
  const listed = nodes.map(({ id, host, ago }) => `${id} on ${host}, ${ago} s ago`).join("; ");
  throw new InvalidInputError(
    `a server has used the database a moment ago (${listed}). Stop every server, and run this again; one that was killed is forgotten after ${NODE_LISTED_SECONDS} seconds. Nothing was changed.`,
  );
}

/** Waits for sessions that are ending: PostgreSQL lists one for a moment after its server has ended. */
export async function waitForLastSessions(session: Session): Promise<void> {
  for (let waited = 0; waited < LAST_SESSIONS_MILLISECONDS; waited += PAUSE_MILLISECONDS) {
    if ((await listSessions(session)).length === 0) return;
    await delay(PAUSE_MILLISECONDS);
  }
}
const LAST_SESSIONS_MILLISECONDS = 2_000;
const PAUSE_MILLISECONDS = 50;

async function listSessions({ db }: Session): Promise<readonly number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'licet'
      and pid <> pg_backend_pid() order by pid`.execute(db);
  return rows.map(({ pid }) => pid);
}

async function listRunning(db: Trx): Promise<readonly { id: string; host: string; ago: number }[]> {
  const { rows } = await sql<{ id: string; host: string; ago: number }>`
    select id, host, (extract(epoch from clock_timestamp())::bigint - seen_at) as ago from nodes
    where seen_at > extract(epoch from clock_timestamp())::bigint - ${NODE_LISTED_SECONDS}
    order by id`.execute(db);
  return rows;
}
