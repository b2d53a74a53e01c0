import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** One-time values, and the answers to requests with an idempotency key. */
export async function createRequestTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, text } = dialect;
  const { table, index } = createSchemaBuilder(db, dialect);

  await table("client_assertions", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("expires_at", integer, (c) => c.notNull()),
  );
  await index("client_assertions_expires_at", "client_assertions (expires_at)");

  await table("idempotency_keys", (t) =>
    t
      .addColumn("id", text, (c) => c.primaryKey().notNull())
      .addColumn("fingerprint", text, (c) => c.notNull())
      .addColumn("sealed_answer", text)
      .addColumn("claimed_at", integer, (c) => c.notNull())
      .addColumn("had_effect", integer, (c) => c.notNull()),
  );
  await index("idempotency_keys_claimed_at", "idempotency_keys (claimed_at)");
}
