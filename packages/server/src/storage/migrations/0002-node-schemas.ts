import type { SchemaMigration } from "./schema-migration.ts";

/** Servers record which schema they have, so that a migration that contracts can wait for the older ones to end. */
export const nodeSchemas: SchemaMigration = {
  name: "0002-node-schemas",
  kind: "expand",
  oldestSchema: 1,
  summary: "adds the column schema to nodes",
  tables: ["nodes"],
  async up(db, { integer }) {
    // Null for a server that does not know the column.
    await db.schema.alterTable("nodes").addColumn("schema", integer).execute();
  },
};
