import { type Kysely, sql } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** The revision, the change log, the keys, and facts about the installation and its nodes. */
export async function createStateTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table } = createSchemaBuilder(db, dialect);

  await table("revision", (t) =>
    t
      .addColumn("id", integer, (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn("value", integer, (c) => c.notNull()),
  );
  await sql`insert into revision (id, value) values (1, 0)`.execute(db);
  await table("change_log", (t) =>
    t
      .addColumn("revision", integer, (c) => c.primaryKey())
      .addColumn("at", integer, (c) => c.notNull())
      .addColumn("actor", text, (c) => c.notNull())
      .addColumn("entries", text, (c) => c.notNull()),
  );

  await table("signing_keys", (t) =>
    t
      .addColumn("kid", text, (c) => c.primaryKey().notNull())
      .addColumn("algorithm", text, (c) => c.notNull())
      .addColumn("public_jwk", text, (c) => c.notNull())
      .addColumn("sealed_private_key", text, (c) => c.notNull())
      .addColumn("created_at", integer, (c) => c.notNull())
      .addColumn("activates_at", integer, (c) => c.notNull()),
  );
  await table("root_keys", (t) =>
    t
      .addColumn("name", text, (c) => c.primaryKey().notNull())
      .addColumn("sealed", text, (c) => c.notNull())
      .addColumn("sealed_under", text, (c) => c.notNull())
      .addColumn("created_at", integer, (c) => c.notNull()),
  );

  await table("nodes", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("host", text, (c) => c.notNull())
      .addColumn("version", text, (c) => c.notNull())
      .addColumn("engine", text, (c) => c.notNull())
      .addColumn("started_at", integer, (c) => c.notNull())
      .addColumn("seen_at", integer, (c) => c.notNull())
      .addColumn("revision", integer, (c) => c.notNull())
      .addColumn("secret_ids", text, (c) => c.notNull()),
  );
  await table("meta", (t) =>
    t.addColumn("key", text, (c) => c.primaryKey().notNull()).addColumn("value", text, (c) => c.notNull()),
  );
}
