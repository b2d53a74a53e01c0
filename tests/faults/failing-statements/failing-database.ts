import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";

/** The tables that sign-in, consent, code exchange and refresh write before they answer. */
const TABLES = [
  "attempts",
  "consents",
  "delegations",
  "interactions",
  "logout_deliveries",
  "pushed_requests",
  "revoked_tokens",
  "sessions",
];
const NEVER = 1_000_000;

/** Triggers in the database that fail a chosen write as a full disk would, and all writes after it. */
export interface FailingDatabase {
  /** The n-th row that is written from now on fails, counted from 1. */
  failAt(n: number): Promise<void>;
  /** From now on nothing fails. */
  lift(): Promise<void>;
  /** The rows that were written since `lift`. */
  countWritten(): Promise<number>;
}

export async function addFailingTriggers(databaseUrl: string): Promise<FailingDatabase> {
  const install = databaseUrl.startsWith("sqlite:") ? installInSqlite : installInPostgres;
  await runSql(databaseUrl, `create table failing_write (remaining bigint not null)`);
  await runSql(databaseUrl, `insert into failing_write values (${NEVER})`);
  await runSql(databaseUrl, install);
  const set = async (remaining: number) => {
    await runSql(databaseUrl, `update failing_write set remaining = ${remaining}`);
  };
  return {
    failAt: set,
    lift: () => set(NEVER),
    async countWritten() {
      const [row] = await runSql(databaseUrl, "select remaining from failing_write");
      return NEVER - Number(row?.remaining);
    },
  };
}

const onEveryWrite = (define: (table: string, event: string) => string): string =>
  TABLES.flatMap((table) => ["insert", "update", "delete"].map((event) => define(table, event))).join(";\n");

/**
 * A trigger of SQLite can only raise a violated constraint. A table whose last id is taken gives the error of a full
 * disk (https://sqlite.org/autoinc.html), after which SQLite also rolls back as after a full disk.
 */
const installInSqlite = `
  create table full_table (id integer primary key autoincrement);
  insert into full_table values (9223372036854775807);
  ${onEveryWrite(
    (table, event) => `create trigger fail_${event}_of_${table} before ${event} on ${table} begin
      update failing_write set remaining = remaining - 1;
      insert into full_table (id) select null from failing_write where remaining = 0;
    end`,
  )}`;

const installInPostgres = `
  create function fail_write() returns trigger language plpgsql as $$
    begin
      update failing_write set remaining = remaining - 1;
      if exists (select from failing_write where remaining = 0) then
        raise exception 'no space left' using errcode = 'disk_full';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end
  $$;
  ${onEveryWrite(
    (table, event) =>
      `create trigger fail_${event} before ${event} on ${table} for each row execute function fail_write()`,
  )}`;
