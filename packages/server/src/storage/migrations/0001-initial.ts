import { createAccountTables } from "./0001-initial/account-tables.ts";
import { createAuditTables } from "./0001-initial/audit-tables.ts";
import { createDelegationTables } from "./0001-initial/delegation-tables.ts";
import { createPermissionTables } from "./0001-initial/permission-tables.ts";
import { createRequestTables } from "./0001-initial/request-tables.ts";
import { createRevocationTables } from "./0001-initial/revocation-tables.ts";
import { createSearchTables } from "./0001-initial/search-tables.ts";
import { createSignInTables } from "./0001-initial/sign-in-tables.ts";
import { createStateTables } from "./0001-initial/state-tables.ts";
import type { SchemaMigration } from "./schema-migration.ts";

/**
 * Frozen: databases exist that it made, and every change of the tables is a migration of its own. The name has a digest
 * of the statements, which a test compares. A database with other tables under this number is refused by its name, and
 * does not fail later at a missing column.
 */
export const INITIAL_MIGRATION = "0001-initial-a0e3d74f";

/** The tables of version 0.1. They have few indexes, because every write pays for each one. */
export const initialMigration: SchemaMigration = {
  name: INITIAL_MIGRATION,
  kind: "expand",
  oldestSchema: 1,
  summary: "creates all tables",
  tables: [],
  async up(db, dialect) {
    await createPermissionTables(db, dialect);
    await createAccountTables(db, dialect);
    await createSearchTables(db, dialect);
    await createStateTables(db, dialect);
    await createSignInTables(db, dialect);
    await createDelegationTables(db, dialect);
    await createRequestTables(db, dialect);
    await createRevocationTables(db, dialect);
    await createAuditTables(db, dialect);
  },
};
