import type { Kysely } from "kysely";
import { createSchemaBuilder } from "../create-schema-builder.ts";
import type { Dialect } from "../dialect.ts";

/**
 * The words of entities that no index of their own tables finds. The key is the only index: the words of an entity are
 * known from its value, so nothing reads them by the entity.
 */
export async function createSearchTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { text } = dialect;
  const { keyTable } = createSchemaBuilder(db, dialect);

  await keyTable("entity_words", (t) =>
    t
      .addColumn("kind", text, (c) => c.notNull())
      .addColumn("word", text, (c) => c.notNull())
      .addColumn("entity_id", text, (c) => c.notNull())
      .addPrimaryKeyConstraint("entity_words_key", ["kind", "word", "entity_id"]),
  );
}
