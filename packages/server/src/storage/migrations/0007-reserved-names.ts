import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createIn } from "./create-in.ts";
import type { Dialect } from "./dialect.ts";

/** Names of deleted principals stay reserved, and nothing that was given to a deleted principal is left behind. */
export function reservedNamesMigration(dialect: Dialect): Migration {
  const { integer, text } = dialect;
  return {
    async up(db: Kysely<unknown>) {
      const { table } = createIn(db, dialect);
      await table("reserved_names", (t) =>
        t
          // A keyed hash of the name and its kind. The name itself is kept nowhere.
          .addColumn("id", text, (c) => c.primaryKey().notNull())
          // The user who gave the name up by taking another one; null after a deletion.
          .addColumn("user_id", text)
          .addColumn("reserved_at", integer, (c) => c.notNull())
          // 1: anybody may take the name. That somebody had it is still to be known.
          .addColumn("released", integer, (c) => c.notNull().defaultTo(0)),
      );
      // Set when a deleted name is created again: what was issued to the former holder is older.
      await db.schema.alterTable("applications").addColumn("recreated_at", integer).execute();
      await db.schema.alterTable("access_accounts").addColumn("recreated_at", integer).execute();
      await deleteOrphans(db);
    },
  };
}

/** A new principal of the same name would inherit these. */
async function deleteOrphans(db: Kysely<unknown>): Promise<void> {
  const principals = {
    users: "user:",
    groups: "group:",
    applications: "application:",
    access_accounts: "access_account:",
  };
  for (const [table, prefix] of Object.entries(principals)) {
    for (const [from, column] of [
      ["assignments", "principal"],
      ["group_members", "member"],
    ] as const) {
      const named = sql.ref(`${from}.${column}`);
      await sql`delete from ${sql.table(from)}
        where substr(${named}, 1, ${sql.lit(prefix.length)}) = ${sql.lit(prefix)} and ${named} <> 'user:*'
          and not exists (
            select 1 from ${sql.table(table)} p where p.id = substr(${named}, ${sql.lit(prefix.length + 1)}))`.execute(
        db,
      );
    }
  }
  await sql`delete from secrets
    where not exists (select 1 from applications a where a.id = secrets.owner)
      and not exists (select 1 from access_accounts k where k.id = secrets.owner)`.execute(db);
}
