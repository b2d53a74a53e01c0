import { type Kysely, sql } from "kysely";
import { serverOf } from "../../core/values/node-id.ts";
import type { OlderNode } from "../../operations/stores.ts";
import type { Dialect } from "./dialect.ts";
import type { SchemaMigration } from "./schema-migration.ts";

/** As long as a node is listed after its last heartbeat (`NODE_LISTED_SECONDS`). */
export const LIVE_SECONDS = 60;
/** Of servers that do not record theirs: they are from before `0002-node-schemas`. */
export const UNRECORDED_SCHEMA = 1;

/** The servers that a migration would break. Empty for those that expand: they say that nobody breaks. */
export async function listOlderNodes(
  db: Kysely<unknown>,
  dialect: Dialect,
  { oldestSchema }: Pick<SchemaMigration, "oldestSchema">,
): Promise<readonly OlderNode[]> {
  const { rows: columns } = await dialect.listColumns("nodes").execute(db);
  if (columns.length === 0) return [];
  const recorded = columns.some(({ name }) => name === "schema") ? sql`schema` : sql`null`;
  const { rows } = await sql<OlderNode & { readonly id: string }>`select id, host, version, schema from (
      select id, host, version, coalesce(${recorded}, ${sql.lit(UNRECORDED_SCHEMA)}) as schema, started_at
      from nodes where seen_at > ${dialect.nowSeconds} - ${sql.lit(LIVE_SECONDS)}
    ) as live where schema < ${oldestSchema} order by started_at`.execute(db);
  const servers = new Map(rows.map((node) => [serverOf(node.id), node]));
  return Array.from(servers.values(), ({ host, version, schema }) => ({ host, version, schema }));
}
