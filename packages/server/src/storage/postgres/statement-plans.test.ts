// @engine postgres: how its planner runs what requests run most.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createStorage } from "../create-storage.ts";
import type { Batches, Run, Types } from "../engine/batches.ts";
import type { Db, Engine } from "../engine/engine.ts";
import type { Row } from "../statements/sql-value.ts";
import { openEngine } from "./testing/open-engine.ts";

/** PostgreSQL plans a prepared statement five times for its values, and then keeps a plan. */
const RUNS_UNTIL_PLANNED = 7;
const ROWS = 20_000;

/** The one connection for requests is also the one that shows its prepared statements. */
const ONE_CONNECTION = { poolSize: 1 };

interface Recorded {
  readonly types: Types<Row>;
  readonly run: Run<Row, unknown>;
}

/** Every statement that a store of this server prepares by `Engine.batches`. */
function recordStatements(engine: Engine): readonly Recorded[] {
  const recorded: Recorded[] = [];
  function record<Argument extends Row, Result>(types: Types<Argument>, run: Run<Argument, Result>) {
    recorded.push({ types: types as Types<Row>, run: run as Run<Row, unknown> });
    return run;
  }
  const { batches } = engine;
  const recording: Batches = {
    read: (types, build) => record(types, batches.read(types, build)),
    insert: (table, types, toColumns) => record(types, batches.insert(table, types, toColumns)),
    update: (key, types, build) => record(types, batches.update(key, types, build)),
  };
  createStorage(
    { ...engine, batches: recording },
    { clock: { seconds: () => 0, milliseconds: () => 0 }, hashName: String },
  );
  return recorded;
}

let used = 0;
function nextArgument(types: Types<Row>): Row {
  used += 1;
  return Object.fromEntries(
    Object.entries(types).map(([member, type]) => [member, type === "text" ? `v${used}` : used]),
  );
}

async function runUntilPlanned({ types, run }: Recorded): Promise<void> {
  for (let runs = 0; runs < RUNS_UNTIL_PLANNED; runs += 1) {
    await run(nextArgument(types));
    await Promise.all([run(nextArgument(types)), run(nextArgument(types))]);
  }
}

async function listTables(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}

async function disableAutovacuum(db: Db): Promise<void> {
  for (const table of await listTables(db))
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
}

async function fill(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(db);
  const values = rows.map(({ type }) =>
    type === "text" ? sql`'filled' || n` : sql`${sql.lit(10_000_000)} + n`,
  );
  await sql`insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
}

interface Prepared {
  readonly name: string;
  readonly statement: string;
  readonly parameters: number;
  readonly generic_plans: number;
}

const listPrepared = async (db: Db): Promise<readonly Prepared[]> =>
  (
    await sql<Prepared>`
      select name, statement, cardinality(parameter_types) as parameters, generic_plans
      from pg_prepared_statements where name like 'licet%'`.execute(db)
  ).rows;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "TID Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The nodes of the kept plan. */
async function explain(db: Db, { name, parameters }: Prepared): Promise<readonly PlanNode[]> {
  const values = Array.from({ length: parameters }, () => sql`null`);
  const { rows } = await sql<{ "QUERY PLAN": readonly { readonly Plan: PlanNode }[] }>`
    explain (format json) execute ${sql.ref(name)} (${sql.join(values)})`.execute(db);
  const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return rows.flatMap((row) => row["QUERY PLAN"]).flatMap(({ Plan }) => nodesOf(Plan));
}

/** By its name, the first column of every index. */
async function listFirstColumns(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; column: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as column
    from pg_index where indisvalid`.execute(db);
  return new Map(rows.map(({ name, column }) => [name, column]));
}

/** The nodes that read a whole table, or the whole of an index because they do not have the value of its first column. */
function readingAll(plan: readonly PlanNode[], firstColumns: ReadonlyMap<string, string>) {
  return plan.filter((node) => {
    const index = node["Index Name"];
    if (index !== undefined) return !node["Index Cond"]?.includes(`(${firstColumns.get(index)} = `);
    // The node below this one has the index.
    if (["ModifyTable", "Bitmap Heap Scan"].includes(node["Node Type"])) return false;
    return node["Relation Name"] !== undefined && node["TID Cond"] === undefined;
  });
}

test("plans of statements that were made while the tables were empty find single rows when these are large", async (t) => {
  const engine = await openEngine(t, ONE_CONNECTION);
  const { db } = engine;
  const recorded = recordStatements(engine);
  await disableAutovacuum(db);
  for (const statement of recorded) await runUntilPlanned(statement);

  const prepared = (await listPrepared(db)).filter(({ generic_plans }) => generic_plans > 0);
  assert.equal(prepared.length, 2 * recorded.length, "each has a plan for one caller and one for a batch");
  const firstColumns = await listFirstColumns(db);
  const tables = new Set<string>();
  for (const one of prepared)
    for (const { "Relation Name": table } of await explainSingleRows(db, one, firstColumns))
      if (table !== undefined) tables.add(table);
  assert.ok(tables.size > 0);
  for (const table of tables) await fill(db, table);
  // PostgreSQL keeps its plans, unless the other tests on it change so many tables that it forgets all of them.
  for (const one of prepared) await explainSingleRows(db, one, firstColumns);
});

async function explainSingleRows(
  db: Db,
  prepared: Prepared,
  firstColumns: ReadonlyMap<string, string>,
): Promise<readonly PlanNode[]> {
  const plan = await explain(db, prepared);
  assert.deepEqual(readingAll(plan, firstColumns), [], prepared.statement);
  return plan;
}
