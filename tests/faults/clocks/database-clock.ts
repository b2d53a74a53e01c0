import pg from "pg";

/** The clock of a PostgreSQL database, which can be set. */
export interface DatabaseClock {
  set(aheadSeconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Puts a function before the database's own, for all connections from now on. */
export async function shiftDatabaseClock(databaseUrl: string): Promise<DatabaseClock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create schema rig;
    create table rig.clock as select 0 as ahead_seconds;
    create function public.clock_timestamp() returns timestamptz language sql volatile as $$
      select pg_catalog.clock_timestamp() + (select ahead_seconds from rig.clock) * interval '1 second'
    $$;`);
  const name = new URL(databaseUrl).pathname.slice(1);
  await client.query(`alter database ${name} set search_path = public, pg_catalog`);
  return {
    async set(aheadSeconds) {
      await client.query("update rig.clock set ahead_seconds = $1", [aheadSeconds]);
    },
    close: () => client.end(),
  };
}
