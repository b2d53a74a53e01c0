import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";

interface SweptTable {
  readonly table: string;
  /** The time after which nothing needs the row. */
  readonly column: string;
  /** How long sweeping keeps it after that. */
  readonly keptSeconds: number;
}

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

/** Tables with rows that expire. Those of the audit log and of counters stay for months. */
export const SWEPT_TABLES: readonly SweptTable[] = [
  { table: "interactions", column: "expires_at", keptSeconds: 60 },
  { table: "attempts", column: "expires_at", keptSeconds: 60 },
  { table: "limit_counts", column: "expires_at", keptSeconds: 60 },
  { table: "pushed_requests", column: "kept_until", keptSeconds: 60 },
  { table: "sessions", column: "expires_at", keptSeconds: HOUR_SECONDS },
  { table: "revoked_tokens", column: "expires_at", keptSeconds: HOUR_SECONDS },
  { table: "revocations", column: "expires_at", keptSeconds: 0 },
  { table: "revoked_subjects", column: "expires_at", keptSeconds: 0 },
  { table: "client_assertions", column: "expires_at", keptSeconds: HOUR_SECONDS },
  { table: "consents", column: "expires_at", keptSeconds: HOUR_SECONDS },
  { table: "delegations", column: "kept_until", keptSeconds: HOUR_SECONDS + DAY_SECONDS },
];

/**
 * A sign-in that was begun waits for half an hour, which no setting shortens, and an address may begin only 500. All
 * requests come from one address, so that what was abandoned has to expire sooner.
 */
const ABANDONED_SECONDS = 120;

/** Sweeping runs every minute, and a busy machine may be late by one turn. */
const MOST_OVERDUE_SECONDS = 120;

/**
 * Makes expired rows older by the time that sweeping keeps them, so that an experiment of minutes sees them deleted.
 * Nothing accepts them any more, so requests see no difference. A row is moved once: then its time is before the range.
 */
export async function ageExpiredRows(databaseUrl: string): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const updates = SWEPT_TABLES.map(
    ({ table, column, keptSeconds }) =>
      `update ${table} set ${column} = ${column} - ${keptSeconds}
        where ${column} <= ${now} and ${column} > ${now - keptSeconds}`,
  );
  const abandoned = `update interactions set expires_at = ${now} where created_at <= ${now - ABANDONED_SECONDS} and expires_at > ${now}`;
  // One by one: a transaction over several tables could wait for a sign-in that waits for it.
  for (const update of [...updates, abandoned]) await runSql(databaseUrl, update);
}

/** Counts rows that sweeping should have deleted. Tables without any are left out. */
export async function countOverdueRows(databaseUrl: string): Promise<ReadonlyMap<string, number>> {
  const now = Math.floor(Date.now() / 1_000);
  const counts = SWEPT_TABLES.map(
    ({ table, column, keptSeconds }) =>
      `select '${table}' as name, count(*) as count from ${table}
        where ${column} <= ${now - keptSeconds - MOST_OVERDUE_SECONDS}`,
  );
  const rows = await runSql(databaseUrl, counts.join(" union all "));
  return new Map(
    rows.map(({ name, count }) => [String(name), Number(count)] as const).filter(([, n]) => n > 0),
  );
}

/** From now on deletions from these tables do nothing, so that sweeping has no effect. */
export async function preventSweeping(databaseUrl: string): Promise<void> {
  const ignore = databaseUrl.startsWith("sqlite:") ? ignoreDeletionInSqlite : ignoreDeletionInPostgres;
  for (const { table } of SWEPT_TABLES) await runSql(databaseUrl, ignore(table));
}

const ignoreDeletionInSqlite = (table: string): string =>
  `create trigger keep_${table} before delete on ${table} begin select raise(ignore); end`;

const ignoreDeletionInPostgres = (table: string): string =>
  `create or replace function keep_row() returns trigger language plpgsql as 'begin return null; end';
   create trigger keep_${table} before delete on ${table} for each row execute function keep_row()`;
