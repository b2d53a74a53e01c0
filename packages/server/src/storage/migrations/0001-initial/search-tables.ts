import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/** The words of entities, by which searches find them. */
export async function createSearchTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = dialect;
  const { keyTable, index } = createSchemaBuilder(db, dialect);

  await keyTable("entity_words", (t) =>
    t
      .addColumn("kind", text, (c) => c.notNull())
      .addColumn("word", text, (c) => c.notNull())
      .addColumn("entity_id", text, (c) => c.notNull())
      .addPrimaryKeyConstraint("entity_words_key", ["kind", "word", "entity_id"]),
  );
  // For the words of one entity. It does not begin with the kind, as the key does: PostgreSQL would take the key for
  // such a query while it has no statistics, and read the words of all entities.
  await index("entity_words_entity", "entity_words (entity_id, kind, word)");
}
