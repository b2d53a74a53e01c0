import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryExecutor,
  type QueryResult,
  Transaction,
} from "kysely";
import { inOrder } from "../../core/async/in-order.ts";
import { takeRevisionIn } from "../changes/change-log.ts";
import type { Db } from "../engine/engine.ts";
import type { Explain, Transactions, Trx, WritingTrx } from "../engine/transactions.ts";
import type { Database } from "../tables/schema.ts";
import { createPipeline, type Pipeline } from "./pipeline.ts";

const SNAPSHOT = "start transaction isolation level repeatable read read only";

/**
 * Transactions with few round trips. Kysely's own wait for `begin`, for every statement, and for `commit`.
 *
 * A statement is never sent behind a `begin` without an answer if it writes: should the `begin` fail, the statement
 * would take effect at once. The statement that takes the revision is sent in the same message, of which PostgreSQL
 * runs nothing after a failure; the statements of a snapshot only read, and their results are dropped.
 */
export function createPipelinedTransactions(db: Db, dialect: Dialect): Transactions {
  const executor = db.getExecutor();
  const asTrx = createAsTrx(dialect, executor);
  const beginAndTake = CompiledQuery.raw(`begin; ${takeRevisionIn(db).compile().sql}`);

  async function run<T>(pipeline: Pipeline, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await pipeline.finish();
      return result;
    } catch (error) {
      await pipeline.rollback();
      throw error;
    }
  }

  const withPipeline = <T>(work: (pipeline: Pipeline, trx: WritingTrx) => Promise<T>): Promise<T> =>
    executor.provideConnection((connection) => {
      const pipeline = createPipeline(connection);
      return run(pipeline, () => work(pipeline, asTrx(pipeline)));
    });

  return {
    runEach: (statements) =>
      executor.provideConnection((connection) =>
        inOrder(statements.map((statement) => connection.executeQuery(statement))),
      ),
    transact: (work) =>
      withPipeline(async (pipeline, trx) => {
        await pipeline.send(CompiledQuery.raw("begin"));
        return work(trx);
      }),
    readSnapshot: (work) =>
      new Promise((resolve, reject) => {
        withPipeline(async (pipeline, trx) => {
          pipeline.sendLater(CompiledQuery.raw(SNAPSHOT), (error) => error);
          // The end of the transaction adds nothing to what was read, so only the connection waits for it.
          resolve(await work(trx));
        }).catch(reject);
      }),
    commitRevision: (work) =>
      withPipeline((pipeline, trx) => {
        const taken = pipeline.send<{ value: number }>(beginAndTake).then(({ rows: [row] }) => {
          if (row === undefined) throw new Error("the revision row is missing");
          return row.value;
        });
        // Reported by the work, which may not have come to wait for it.
        taken.catch(() => {});
        return work(trx, taken);
      }),
  };
}

/** Kysely's transaction on a pipeline, with its twin for statements that are sent and not waited for. */
function createAsTrx(dialect: Dialect, executor: QueryExecutor) {
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() };
  const on = (executeQuery: <R>(query: CompiledQuery) => Promise<QueryResult<R>>): Trx => {
    const connection: DatabaseConnection = { executeQuery, streamQuery: refuseToStream };
    // Not in an asynchronous function: statements must be sent in the order in which they are started.
    const provideConnection = <T>(consumer: (connection: DatabaseConnection) => Promise<T>) =>
      consumer(connection);
    return new Transaction<Database>({
      ...props,
      executor: executor.withConnectionProvider({ provideConnection }),
    });
  };
  return (pipeline: Pipeline): WritingTrx =>
    Object.assign(
      on((query) => pipeline.send(query)),
      {
        later: (explain: Explain = unexplained) =>
          on(async (query) => {
            pipeline.sendLater(query, explain);
            return { rows: [] };
          }),
      },
    );
}

const unexplained: Explain = (error) => error;

function refuseToStream(): never {
  throw new Error("Licet does not use cursors");
}
