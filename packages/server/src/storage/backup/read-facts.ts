import type { Kysely } from "kysely";
import type { DatabaseFacts } from "../../backup/stores.ts";
import type { Engine } from "../engine/engine.ts";
import type { Dialect } from "../migrations/dialect.ts";
import type { Database } from "../tables/schema.ts";
import { readMigrations, requireKnownDatabase } from "./backup-migrations.ts";

/** What a backup says of the database that it was made of. Throws InvalidInputError when it has no tables of Licet, or others than this version knows. */
export async function readFacts(
  db: Kysely<Database>,
  engine: Engine["name"],
  dialect: Dialect,
): Promise<DatabaseFacts> {
  const migrations = await readMigrations(db, dialect);
  requireKnownDatabase(migrations);
  const { value: revision } = await db.selectFrom("revision").select("value").executeTakeFirstOrThrow();
  const sealed = await db.selectFrom("root_keys").select("sealed_under").orderBy("name").execute();
  const secretIds = [...new Set(sealed.map(({ sealed_under: id }) => id))];
  return { engine, migrations, revision, secretIds, tables: [] };
}
