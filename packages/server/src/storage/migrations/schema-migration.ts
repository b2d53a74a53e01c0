import type { Kysely } from "kysely";
import type { MigrationFacts } from "../../operations/stores.ts";
import type { Dialect } from "./dialect.ts";
import type { SchemaIndex } from "./migrating-engine.ts";

/**
 * One change of the tables, for both engines. A released migration is never edited.
 *
 * `expand` adds: servers of the version before run beside it. It works whether or not the contract migrations before it
 * have run, because those may wait. `contract` removes what no server needs any more, at the earliest one release after
 * the version that stopped using it.
 */
export interface SchemaMigration extends MigrationFacts {
  /** The tables that exist before and are touched. */
  readonly tables: readonly string[];
  /** Indexes on tables that may be large. On PostgreSQL they are built before `up`, while servers write. */
  readonly indexes?: readonly SchemaIndex[];
  /** Runs in one transaction, with a short lock timeout. */
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}

/** The number at the beginning of its name. Undefined for a name that is none of ours. */
export function schemaOf(name: string): number | undefined {
  const [, digits] = /^(\d{4})-/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The schema of a server: the number of the last migration that it knows. */
export const newestSchema = (list: readonly SchemaMigration[]): number =>
  Math.max(0, ...list.map(({ name }) => schemaOf(name) ?? 0));
