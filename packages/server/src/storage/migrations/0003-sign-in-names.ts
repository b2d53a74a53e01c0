import { correctSignInNames } from "../accounts/correct-sign-in-names.ts";
import { createSchemaBuilder } from "./create-schema-builder.ts";
import type { SchemaMigration } from "./schema-migration.ts";

/**
 * Names at the login page are compared without compatibility forms, which `folded_username` and `folded_email` keep.
 * Few names have any, so these are in a table of their own, and the rows of users stay as they are.
 */
export const signInNames: SchemaMigration = {
  name: "0003-sign-in-names",
  kind: "expand",
  oldestSchema: 1,
  summary: "creates the table sign_in_names, for the names of users that have compatibility characters",
  tables: ["users"],
  async up(db, dialect) {
    const { table, index } = createSchemaBuilder(db, dialect);
    const { text } = dialect;
    await table("sign_in_names", (t) =>
      t
        .addColumn("user_id", text, (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("member", text, (c) => c.notNull())
        .addColumn("name", text, (c) => c.notNull())
        .addPrimaryKeyConstraint("sign_in_names_pkey", ["user_id", "member"]),
    );
    await index("sign_in_names_by_name", "sign_in_names (name, user_id)");
    await correctSignInNames(db);
  },
};
