import type { Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { UnavailableError } from "../../core/errors/errors.ts";
import {
  DeadlineError,
  remainingMilliseconds,
  requireTime,
  untilDeadline,
} from "../../core/time/deadline.ts";
import type { FailedReads } from "../engine/failed-reads.ts";
import {
  isConnectionLost,
  isRefusedBehindFailure,
  isSharedSession,
  translatePostgresError,
} from "./postgres-errors.ts";
import type { SentStatements } from "./sent-statements.ts";

/**
 * The pool as Kysely sees it: every failure is translated here, a connection that failed is never used again, and
 * nothing takes longer than the request may.
 */
export function guardPool(
  pool: pg.Pool,
  statements: SentStatements,
  failedReads?: FailedReads,
): PostgresPool {
  pool.on("connect", noteUnreplicatedCommits);
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      requireTime();
      try {
        const { query_timeout: longestMilliseconds } = pool.options;
        return guardClient(await connectInTime(pool), { statements, failedReads, longestMilliseconds });
      } catch (error) {
        if (error instanceof DeadlineError) throw error;
        // Every error during a connect means that the database cannot be used now.
        throw new UnavailableError("cannot connect to the database", { cause: error });
      }
    },
  };
}

/** The pool gives up by itself after this, also when it only waits for a connection to become free. */
const giveUpMilliseconds = ({ options }: pg.Pool): number =>
  options.connectionTimeoutMillis || Number.POSITIVE_INFINITY;

async function connectInTime(pool: pg.Pool): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  if (remainingMilliseconds() >= giveUpMilliseconds(pool)) return connecting;
  try {
    return await untilDeadline(connecting);
  } catch (error) {
    // A connection that comes too late for this request is there for the next one.
    if (error instanceof DeadlineError) connecting.then((late) => late.release()).catch(() => {});
    throw error;
  }
}

/** A transaction that ran out of time has this long to be rolled back. Then its connection ends. */
const ROLLBACK_MILLISECONDS = 2_000;
const ROLLED_BACK = { command: "ROLLBACK", rowCount: null, rows: [] };

function guardClient(
  client: pg.PoolClient,
  options: {
    readonly statements: SentStatements;
    readonly failedReads: FailedReads | undefined;
    readonly longestMilliseconds: number | undefined;
  },
): PostgresPoolClient {
  const { statements, failedReads, longestMilliseconds = Number.POSITIVE_INFINITY } = options;
  let lost = false;
  let failed = false;

  const query = async (text: string, values: readonly unknown[]) => {
    const isRollback = text === "rollback";
    // The server rolls back when the connection ends. Waiting for an answer that cannot come would take as long again.
    if (lost && isRollback) return ROLLED_BACK;
    if (lost) throw new UnavailableError("the connection to the database is lost");
    const milliseconds = isRollback ? ROLLBACK_MILLISECONDS : remainingMilliseconds();
    // Not even a commit: the caller is told that the request failed, so it should have no effect.
    if (milliseconds === 0) throw new DeadlineError();
    try {
      const answered = await client.query({
        ...statements.toSend(text),
        values: values as unknown[],
        ...(milliseconds < longestMilliseconds && { query_timeout: Math.ceil(milliseconds) }),
      });
      if (withUnreplicatedCommit.has(client))
        throw new UnavailableError("the standby of the database may lack this commit");
      // Of several statements in one text, the last one has the result.
      return Array.isArray(answered) ? answered.at(-1) : answered;
    } catch (error) {
      // Statements that were sent together are refused behind the first that failed. It alone says something about the
      // connection.
      const isBehindFailure = failed && isRefusedBehindFailure(error);
      failed = true;
      if (!isBehindFailure && isSharedSession(error)) statements.giveUpSession();
      lost ||= !isBehindFailure && isConnectionLost(error);
      const translated = translatePostgresError(error);
      failedReads?.note(translated, { sql: text, parameters: values });
      throw translated;
    }
  };

  return {
    // Kysely has a second form for cursors, which Licet does not use.
    query: query as unknown as PostgresPoolClient["query"],
    release(destroy) {
      const broken = destroy === true || lost || isInTransaction(client);
      if (broken) breakOff(client);
      client.release(broken);
    },
  };
}

/** Connections with a commit that was answered before the synchronous standby had it. They are not used any more. */
const withUnreplicatedCommit = new WeakSet<pg.ClientBase>();

/**
 * When a commit waits for a synchronous standby and is cancelled (by an administrator, or because it takes too long),
 * PostgreSQL answers that it is done, with a warning. It would be lost in a failover, so it is not acknowledged. The
 * text of the warning depends on the server's language; the function that it comes from does not.
 */
function noteUnreplicatedCommits(client: pg.PoolClient): void {
  client.on("notice", ({ routine }) => {
    if (routine === "SyncRepWaitForLSN") withUnreplicatedCommit.add(client);
  });
}

/**
 * `pg` says goodbye to the server and waits for its answer. One that does not answer would keep the socket for many
 * minutes, and requests that wait for a connection would not get a new one. The member is not part of the types.
 */
function breakOff(client: pg.PoolClient): void {
  (client as unknown as { readonly connection?: { readonly stream?: Socket } }).connection?.stream?.destroy();
}

/** Never given to another request: its statements would belong to a transaction that is not theirs. */
function isInTransaction(client: pg.PoolClient): boolean {
  const status = client.getTransactionStatus();
  return status === "T" || status === "E";
}
