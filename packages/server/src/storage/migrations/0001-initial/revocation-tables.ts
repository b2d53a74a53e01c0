import { type Kysely, sql } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** Revoked tokens, and the log from which resource servers learn of everything that ends tokens before they expire. */
export async function createRevocationTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createSchemaBuilder(db, dialect);

  await table("revoked_tokens", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("expires_at", integer, (c) => c.notNull())
      .addColumn("announce_to", text),
  );
  await index("revoked_tokens_expires_at", "revoked_tokens (expires_at)");
  await index("revoked_tokens_announce_to", "revoked_tokens (id) where announce_to is not null");

  await table("revoked_subjects", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("subject", text, (c) => c.notNull())
      .addColumn("issued_before", integer, (c) => c.notNull())
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );

  await table("revocations", (t) =>
    t
      .addColumn("position", integer, (c) => c.primaryKey())
      .addColumn("kind", text, (c) => c.notNull())
      .addColumn("revoked", text, (c) => c.notNull())
      .addColumn("issued_before", integer)
      .addColumn("resources", text)
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );
  await index("revocations_expires_at", "revocations (expires_at)");
  await table("revocation_position", (t) =>
    t
      .addColumn("id", integer, (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn("value", integer, (c) => c.notNull()),
  );
  await sql`insert into revocation_position (id, value) values (1, 0)`.execute(db);
}
