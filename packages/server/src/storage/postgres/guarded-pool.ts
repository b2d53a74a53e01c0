import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { UnavailableError } from "../../core/errors.ts";
import { isConnectionLost, isSharedSession, translatePostgresError } from "./postgres-errors.ts";
import type { SentStatements } from "./sent-statements.ts";

/** The pool as Kysely sees it: every failure is translated here, and a connection that failed is never used again. */
export function guardPool(pool: pg.Pool, statements: SentStatements): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        return guardClient(await pool.connect(), statements);
      } catch (error) {
        // Every error during a connect means that the database cannot be used now.
        throw new UnavailableError("cannot connect to the database", { cause: error });
      }
    },
  };
}

function guardClient(client: pg.PoolClient, statements: SentStatements): PostgresPoolClient {
  let lost = false;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query({ ...statements.toSend(text), values: values as unknown[] });
    } catch (error) {
      if (isSharedSession(error)) statements.giveUpSession();
      lost ||= isConnectionLost(error);
      throw translatePostgresError(error);
    }
  };
  return {
    // Kysely has a second form for cursors, which Licet does not use.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || lost),
  };
}
