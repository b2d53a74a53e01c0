import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { readExecuted } from "../migrations/bookkeeping.ts";
import { postgresDialect, sqliteDialect } from "../migrations/dialect.ts";
import { requireUsable } from "../migrations/require-usable.ts";
import { newestSchema, type SchemaMigration } from "../migrations/schema-migration.ts";

/** Whether this process can use the tables as they are now. A newer version may migrate while it runs. */
export interface SchemaWatch {
  /** The number of the last migration that this version knows. */
  readonly schema: number;
  /** Why the database cannot be used any more; undefined while it can. */
  readonly refusal: string | undefined;
  /** Reads what has been migrated. */
  check(): Promise<void>;
}

export function createSchemaWatch(
  { db, name }: Pick<Engine, "db" | "name">,
  migrations: readonly SchemaMigration[],
): SchemaWatch {
  const dialect = name === "sqlite" ? sqliteDialect : postgresDialect;
  let refusal: string | undefined;
  return {
    schema: newestSchema(migrations),
    get refusal() {
      return refusal;
    },
    async check() {
      // Kysely's type of a database without known tables.
      const executed = await readExecuted(db as never, dialect);
      try {
        requireUsable(executed, migrations);
        refusal = undefined;
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
        refusal = error.message;
      }
    },
  };
}
