import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { InvalidInputError } from "../../../core/errors/errors.ts";
import { migrateAsBackedUp } from "../../backup/backup-migrations.ts";
import { sqliteDialect } from "../../migrations/dialect.ts";
import { createConnection } from "../sqlite-connection.ts";
import { createSqliteDialect } from "../sqlite-dialect.ts";

export interface SchemaObject {
  readonly type: "table" | "view" | "trigger";
  readonly name: string;
  /** Its content is computed by a module of SQLite, and not stored. */
  readonly isVirtual: 0 | 1;
}

/** SQLite makes these itself, for numbers that are never reused and for its query planner. */
const OF_SQLITE = ["sqlite_sequence", "sqlite_stat1", "sqlite_stat4"];
const LISTED = `select type, name, type = 'table' and rootpage = 0 as "isVirtual" from sqlite_master
  where type in ('table', 'view', 'trigger') order by type = 'table', type = 'view', name`;

/** Throws InvalidInputError for a file with anything that could act on rows and that no migration has made. */
export async function requireOwnObjects(
  database: DatabaseSync,
  migrations: readonly string[],
): Promise<void> {
  const foreign = await findForeignObjects(database, migrations);
  if (foreign.length === 0) return;
  const names = foreign.map(({ type, name }) => `${type} ${JSON.stringify(name)}`).join(", ");
  throw new InvalidInputError(
    `the database in the backup has what no migration of Licet made: ${names}. The backup was changed, or not made by licet backup. Nothing was changed.`,
  );
}

/**
 * The tables, views and triggers that these migrations did not make, triggers first. A trigger in a changed backup would
 * act on every later write, and a view could stand in the place of a table.
 */
export async function findForeignObjects(
  database: DatabaseSync,
  migrations: readonly string[],
): Promise<readonly SchemaObject[]> {
  const keyOf = ({ type, name, isVirtual }: SchemaObject) => `${type} ${isVirtual} ${name}`;
  const made = new Set((await listMade(migrations)).map(keyOf));
  return listObjects(database).filter(
    (object) => !made.has(keyOf(object)) && !(object.type === "table" && OF_SQLITE.includes(object.name)),
  );
}

const listObjects = (database: DatabaseSync): readonly SchemaObject[] =>
  database.prepare(LISTED).all() as unknown as readonly SchemaObject[];

async function listMade(migrations: readonly string[]): Promise<readonly SchemaObject[]> {
  const database = new DatabaseSync(":memory:");
  const db = new Kysely({ dialect: createSqliteDialect({ writer: createConnection(database) }) });
  try {
    await migrateAsBackedUp(db, sqliteDialect, migrations);
    return listObjects(database);
  } finally {
    await db.destroy();
  }
}
