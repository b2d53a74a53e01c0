import type { BackupPart, Manifest } from "../../../backup/stores.ts";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { MIGRATION_TABLE } from "../../migrations/bookkeeping.ts";
import { translatePostgresError } from "../postgres-errors.ts";
import { copyIn } from "./copy-rows.ts";
import { tableOfPart } from "./postgres-source.ts";
import type { SingleConnection } from "./single-connection.ts";

/** Much more than a part that we have written: a row may be large. */
const LARGEST_PART = 1_024 * 1_024 * 1_024;

/** Writes the rows of a backup into empty tables. Ends when the digests at the end of the backup were right. */
export async function receiveRows(
  { client }: SingleConnection,
  { tables }: Manifest,
  parts: AsyncIterable<BackupPart>,
): Promise<void> {
  await requireOwnTables(client, tables);
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  // Some have a first row from their migration.
  for (const name of columnsOf.keys()) await client.query(`truncate "${name}" cascade`);
  for await (const { name, bytes, content } of parts) {
    const table = tableOfPart(name) ?? "";
    const columns = columnsOf.get(table);
    if (columns === undefined || bytes > LARGEST_PART) throw unexpectedPart(name);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const list = columns.map((column) => `"${column}"`).join(", ");
    try {
      await copyIn(client, `copy "${table}" (${list}) from stdin`, Buffer.concat(chunks));
    } catch (error) {
      // The message of the database may quote the row.
      const cause = translatePostgresError(error);
      throw isOfTheRows(error) ? unexpectedPart(name, cause) : cause;
    }
  }
  // A server starts right after this, and its queries are planned by these numbers.
  for (const name of columnsOf.keys()) await client.query(`analyze "${name}"`);
}

/** The tables are those that the migrations have just made in this schema. */
async function requireOwnTables(
  client: SingleConnection["client"],
  tables: Manifest["tables"],
): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = current_schema()",
  );
  const made = new Set(
    rows
      .filter(({ table }) => !table.startsWith(MIGRATION_TABLE))
      .map(({ table, column }) => `${table}.${column}`),
  );
  const foreign = tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
    .filter((column) => !made.has(column));
  if (foreign.length === 0) return;
  throw new InvalidInputError(
    `the backup has what no migration of Licet made: ${foreign.slice(0, MAX_NAMED).join(", ")}. The backup was changed, or not made by licet backup. Nothing was changed.`,
  );
}
const MAX_NAMED = 20;

/** Data that the tables refuse: classes 22 and 23 of SQLSTATE. */
const isOfTheRows = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));

const unexpectedPart = (name: string, cause?: unknown) =>
  new InvalidInputError(
    `the backup was damaged or not made by licet backup: ${name} does not fit the tables. Nothing was changed.`,
    { cause },
  );
