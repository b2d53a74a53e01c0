/** The whole of a kind that Licet does not have: what `docs/architecture.md` says it takes. */
export const WEBHOOK = `import { z } from "zod";
import { type EntityOf, enabledField, field, json, text } from "./field.ts";
import { listOfTexts } from "../../input/schemas.ts";
import { defineKind } from "./kind.ts";
import { FOLDED_ID, ordered } from "./listing.ts";
import { NAMES, never, whenTurnedOn } from "./opening.ts";
import { resourceName, shortText } from "./values.ts";

export const webhook = defineKind({
  table: "webhooks",
  section: "webhooks",
  area: {
    name: "webhooks",
    about: "Addresses that hear of changes",
    read: ["See webhooks", "查看 Webhook"],
    write: ["Change webhooks", "修改 Webhook"],
  },
  grants: never("it grants nothing"),
  locksOut: never("nobody administers Licet through it"),
  titles: { entry: "ConfigurationWebhook" },
  keys: [({ name }) => name],
  id: ({ name }) => name,
  topic: () => "model",
  filters: { enabled: ordered("enabled") },
  sorts: ["name", "updated_at"],
  fields: {
    name: field({ wire: "name", column: "id", stored: text, schema: shortText, search: FOLDED_ID, opens: NAMES }),
    address: field({ wire: "address", stored: text, schema: z.url(), opens: never("it gets no tokens") }),
    hears: field({
      wire: "hears",
      stored: json<readonly string[]>(),
      schema: listOfTexts(resourceName).default([]),
      refersTo: { to: "resource" },
      opens: never("it gets no tokens"),
    }),
    enabled: enabledField(whenTurnedOn("itself")),
  },
});

export type Webhook = EntityOf<typeof webhook.fields>;
`;

export const MIGRATION = `import { createSchemaBuilder } from "./create-schema-builder.ts";
import type { SchemaMigration } from "./schema-migration.ts";

export const madeUp: SchemaMigration = {
  name: "0999-made-up",
  kind: "expand",
  oldestSchema: 1,
  summary: "adds the column contact to roles, and creates the table webhooks",
  tables: ["roles"],
  async up(db, dialect) {
    const { searchedTable, index } = createSchemaBuilder(db, dialect);
    const { text, integer } = dialect;
    await db.schema.alterTable("roles").addColumn("contact", text).execute();
    await searchedTable("webhooks", (t) =>
      t
        .addColumn("address", text, (c) => c.notNull())
        .addColumn("hears", text, (c) => c.notNull())
        .addColumn("enabled", integer, (c) => c.notNull()),
    );
    await index("webhooks_by_name", "webhooks (lower(id), id)");
  },
};
`;

/** The whole of a field. */
export const CONTACT = `    contact: optional({ wire: "contact", stored: text, schema: shortText, opens: SHOWN }),\n`;
