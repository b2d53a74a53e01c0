import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { UnavailableError } from "../../core/errors.ts";
import { statementName } from "../compile-once.ts";
import { isConnectionLost, translatePostgresError } from "./postgres-errors.ts";

/** The pool as Kysely sees it: every failure is translated here, and a connection that failed is never used again. */
export function guardPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        return guardClient(await pool.connect());
      } catch (error) {
        // Every error during a connect means that the database cannot be used now.
        throw new UnavailableError("cannot connect to the database", { cause: error });
      }
    },
  };
}

function guardClient(client: pg.PoolClient): PostgresPoolClient {
  let lost = false;
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      // The server parses and plans a named statement once for each connection.
      const name = statementName(text);
      return await client.query({ text, values: values as unknown[], ...(name && { name }) });
    } catch (error) {
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
