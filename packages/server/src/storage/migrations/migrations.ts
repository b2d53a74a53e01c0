import { initialMigration } from "./0001-initial.ts";
import { nodeSchemas } from "./0002-node-schemas.ts";
import { signInNames } from "./0003-sign-in-names.ts";
import type { SchemaMigration } from "./schema-migration.ts";

/** In order. A released migration is never edited; the next one is added below (docs/releasing.md). */
export const MIGRATIONS: readonly SchemaMigration[] = [initialMigration, nodeSchemas, signInNames];
