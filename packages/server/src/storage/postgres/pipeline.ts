import { CompiledQuery, type DatabaseConnection, type QueryResult } from "kysely";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { Explain } from "../engine/transactions.ts";

/** The statements of one transaction on one connection. PostgreSQL runs and answers them in the order of their sending. */
export interface Pipeline {
  /** Sends now. Resolves with the answer, unless this statement or one before it failed. */
  send<R>(query: CompiledQuery, explain?: Explain): Promise<QueryResult<R>>;
  /** Sends now, and does not wait: a failure rejects what is sent afterwards. */
  sendLater(query: CompiledQuery, explain: Explain): void;
  /** Commits. Rejects with the first failure of any statement; then PostgreSQL has rolled back. */
  finish(): Promise<void>;
  rollback(): Promise<void>;
}

export function createPipeline(connection: DatabaseConnection): Pipeline {
  let first: { readonly failure: unknown } | undefined;

  const requireSuccess = () => {
    if (first) throw first.failure;
  };

  async function send<R>(query: CompiledQuery, explain: Explain = (error) => error): Promise<QueryResult<R>> {
    const result = await connection.executeQuery<R>(query).catch((error: unknown) => {
      // PostgreSQL refuses everything after a failure in a transaction. Answers come in order, so the first failure is
      // the reason for the others.
      first ??= { failure: explain(error) };
      return undefined;
    });
    requireSuccess();
    return result as QueryResult<R>;
  }

  return {
    send,
    sendLater(query, explain) {
      send(query, explain)
        .then(({ rows }) => {
          if (rows.length > 0) first ??= { failure: new Error(`nobody reads the rows of: ${query.sql}`) };
        })
        // Kept as the first failure.
        .catch(() => {});
    },
    async finish() {
      // A statement may also fail here, before it is sent, and PostgreSQL would commit without it.
      await new Promise(setImmediate);
      requireSuccess();
      const { rows } = await send<{ command: string }>(CompiledQuery.raw("commit"));
      requireSuccess();
      if (rows[0]?.command !== "COMMIT") throw new UnavailableError("the database did not commit");
    },
    async rollback() {
      // A connection that cannot do this is not used again, and PostgreSQL rolls back when it ends.
      await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
    },
  };
}
