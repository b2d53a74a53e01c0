import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { INITIAL_MIGRATION, initialMigration } from "./0001-initial.ts";
import { type Dialect, postgresDialect, sqliteDialect } from "./dialect.ts";

/** The statements of the migration, compiled and not executed. */
async function listStatements(engine: "sqlite" | "postgres"): Promise<readonly string[]> {
  const statements: string[] = [];
  const isSqlite = engine === "sqlite";
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => (isSqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  const dialect: Dialect = isSqlite ? sqliteDialect : postgresDialect;
  await initialMigration.up(db, dialect);
  return statements;
}

test("the name of the initial migration names its statements, so that a database with other tables is refused", async () => {
  const statements = [...(await listStatements("sqlite")), ...(await listStatements("postgres"))];
  assert.ok(statements.length > 100, "both engines have tables and indexes");
  const digest = createHash("sha256").update(statements.join(";\n")).digest("hex").slice(0, 8);
  assert.equal(
    INITIAL_MIGRATION,
    `0001-initial-${digest}`,
    "the initial migration is frozen: undo the change of its tables, and add a migration to migrations.ts",
  );
});
