import { describeNodes } from "../../operations/describe-nodes.ts";
import type { MigrationOutcome, MigrationPlan, PlannedMigration } from "../../operations/stores.ts";

/** The JSON of `licet migrate --dry-run`. */
export const describePlan = ({ schema, databaseSchema, pending }: MigrationPlan) => ({
  dry_run: true,
  schema,
  database_schema: databaseSchema,
  migrations: pending.map(({ oldestSchema, waitsFor, ...migration }) => ({
    ...migration,
    oldest_schema: oldestSchema,
    waits_for: waitsFor,
  })),
});

/** The JSON of `licet migrate`. */
export const describeOutcome = ({ ran, waiting }: MigrationOutcome) => ({
  dry_run: false,
  ran: ran.map(({ name, kind, summary }) => ({ name, kind, summary })),
  waiting: waiting.map(({ migration: { name, summary }, nodes }) => ({ name, summary, waits_for: nodes })),
});

export function formatPlan(
  { schema, databaseSchema, pending }: MigrationPlan,
  { force }: { readonly force: boolean },
): readonly string[] {
  if (pending.length === 0) return [nothingToDo(schema, databaseSchema)];
  const lines = pending.flatMap((migration) => ["", ...formatPlanned(migration, databaseSchema, force)]);
  const from = databaseSchema === 0 ? "The database is empty" : `The database has schema ${databaseSchema}`;
  return [
    `${from}, this version has schema ${schema}. Nothing was changed. licet migrate would run:`,
    ...lines,
  ];
}

const nothingToDo = (schema: number, databaseSchema: number): string =>
  databaseSchema > schema
    ? `Nothing to do: the database has schema ${databaseSchema}, of a newer version. This version (schema ${schema}) can use it.`
    : `Nothing to do: the database has schema ${databaseSchema}, as this version.`;

function formatPlanned(
  migration: PlannedMigration,
  databaseSchema: number,
  force: boolean,
): readonly string[] {
  const { name, kind, summary, tables, indexes, waitsFor } = migration;
  const sizes = tables.map(
    ({ name: table, rows, bytes }) => `${table} (about ${rows} rows, ${inUnits(bytes)})`,
  );
  return [
    `${name} (${kind}): ${summary}`,
    ...(sizes.length === 0 ? [] : [`  tables: ${sizes.join(", ")}`]),
    ...(indexes.length === 0 ? [] : [`  indexes: ${indexes.join(", ")}`]),
    `  ${effectOnServers(migration, databaseSchema)}`,
    ...(waitsFor.length === 0 ? [] : [`  ${waits(waitsFor, force)}`]),
  ];
}

function effectOnServers({ oldestSchema }: PlannedMigration, databaseSchema: number): string {
  if (databaseSchema === 0) return "no server can run on the database before it";
  return oldestSchema <= databaseSchema
    ? `servers of the version before go on (schema ${oldestSchema} or newer)`
    : `servers need schema ${oldestSchema} or newer afterwards; an older version cannot start any more`;
}

const waits = (nodes: PlannedMigration["waitsFor"], force: boolean): string =>
  force
    ? `it would break ${describeNodes(nodes)}, and run nevertheless because of --contract`
    : `it waits for ${describeNodes(nodes)}, which it would break: stop them first`;

export function formatOutcome({ ran, waiting }: MigrationOutcome): readonly string[] {
  if (ran.length + waiting.length === 0)
    return ["Nothing to do: the database has all migrations of this version."];
  return [
    ...ran.map(({ name, kind, summary }) => `Ran ${name} (${kind}): ${summary}.`),
    ...waiting.map(
      ({ migration, nodes }) =>
        `${migration.name} (contract) waits for ${describeNodes(nodes)}, which it would break. Stop them, and run this again. A server that does not run any more is forgotten within a minute.`,
    ),
  ];
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

function inUnits(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Math.round(bytes / 1_000 ** power)} ${UNITS[power]}`;
}
