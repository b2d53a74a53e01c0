/**
 * PostgreSQL databases with the tables of Licet, for the servers of one process. They are emptied and used again: to
 * create one takes a third of a second of processor time, to empty one a tenth of that.
 */

import pg from "pg";
import { createPostgresDatabase, type TestDatabase } from "./databases.ts";

/** Gives databases that are like the template. Their `drop` empties them for the next test. */
export async function createRecycler(templateUrl: string): Promise<() => Promise<TestDatabase>> {
  const template = await withClient(templateUrl, async (client) => ({
    name: new URL(templateUrl).pathname.slice(1),
    tables: await readTables(client),
    rows: await readRows(client),
  }));
  const free: TestDatabase[] = [];
  return async () => {
    const database = free.pop() ?? (await createPostgresDatabase(template.name));
    return {
      url: database.url,
      async drop() {
        if (await withClient(database.url, (client) => reset(client, template)).catch(() => false))
          free.push(database);
        else await database.drop();
      },
    };
  };
}

interface Template {
  readonly tables: string;
  /** The rows of each table that is not empty, as JSON. */
  readonly rows: ReadonlyMap<string, string>;
}

/** False for a database that a test has changed in another way than by its rows. */
async function reset(client: pg.Client, { tables, rows }: Template): Promise<boolean> {
  // A test that failed may have left connections open.
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  if ((await readTables(client)) !== tables) return false;
  await client.query(EMPTY_TABLES);
  for (const [table, json] of rows)
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      json,
    ]);
  return true;
}

/** Emptied by `truncate`, and only where rows have been: a deleted row would still be read by an index scan. */
const EMPTY_TABLES = `do $$
declare used text;
begin
  select string_agg(oid::regclass::text, ', ') into used from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0;
  if used is not null then execute 'truncate ' || used || ' restart identity cascade'; end if;
end $$`;

/** Describes columns, indexes, constraints, triggers and settings in a text that can be compared. */
async function readTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ described: string }>(`
    select string_agg(line, e'\\n' order by line) as described from (
      select concat_ws(' ', c.oid::regclass, c.relkind, a.attname, a.atttypid::regtype, a.attnotnull) as line
        from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
      union all select indexrelid::regclass || ' ' || indisvalid from pg_index
      union all select tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal
      union all select nspname from pg_namespace where nspname not like 'pg\\_t%'
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace
      union all select setconfig::text from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database()
    ) as lines`);
  return rows[0]?.described ?? "";
}

async function readRows(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ json: string | null }>(
      `select json_agg(each)::text as json from ${name} as each`,
    );
    if (rows[0]?.json) found.set(name, rows[0].json);
  }
  return found;
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 30_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
