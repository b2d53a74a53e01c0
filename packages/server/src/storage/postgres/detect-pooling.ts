import { randomInt } from "node:crypto";
import pg from "pg";
import { InvalidInputError, UnavailableError } from "../../core/errors/errors.ts";
import { translatePostgresError } from "./postgres-errors.ts";

/** Who else uses the session behind a connection: nobody, others afterwards, or others between two transactions. */
export type Pooling = "none" | "session" | "transaction";

/** Usually the first round decides. A pooler under load may need another. */
const ROUNDS = 5;
const ANSWER_MILLISECONDS = 3_000;

/**
 * Finds out whether a pooler is in front of the database, and how long a session stays with a connection. PostgreSQL
 * introduces itself with the process that then answers, a pooler with a number of its own. In transaction mode,
 * processes change between transactions, or two connections meet the same one; in session mode neither can happen.
 */
export function detectPooling(settings: pg.ClientConfig): Promise<Pooling> {
  return withClient(settings, async (first) => {
    const own = await processOf(first);
    if (own === introducedProcess(first)) return "none";
    return withClient(settings, async (second) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        // Poolers prefer the process that was used last: the second connection meets it while the first one is idle.
        await second.query("begin");
        if ((await processOf(second)) === own) return "transaction";
        // Others take turns with their processes, or take any.
        if ((await processOf(first)) !== own) return "transaction";
        await second.query("rollback");
        // Twice: of two processes that take turns, the first one would always be next here.
        if ((await processOf(first)) !== own || (await processOf(first)) !== own) return "transaction";
      }
      return "session";
    });
  });
}

/** Rejects when two addresses lead to different databases, or to a server and its replica. */
export async function requireSameDatabase(one: pg.ClientConfig, other: pg.ClientConfig): Promise<void> {
  const key = randomInt(2 ** 47);
  const isSame = await withClient(one, async (holder) => {
    // Locks of this kind belong to one database of one server. This one ends with its connection.
    await holder.query("select pg_advisory_lock($1)", [key]);
    return withClient(other, async (client) => {
      const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as free", [key]);
      return rows[0]?.free === false;
    });
  });
  if (!isSame)
    throw new InvalidInputError(
      "LICET_DATABASE_DIRECT_URL leads to another database than LICET_DATABASE_URL: expected the same database on the same server",
    );
}

async function withClient<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...settings, query_timeout: ANSWER_MILLISECONDS });
  // Without a listener, the event of a broken connection would end the process. The query fails by itself.
  client.on("error", () => {});
  try {
    await client.connect().catch((error) => {
      throw new UnavailableError("cannot connect to the database", { cause: error });
    });
    return await work(client);
  } catch (error) {
    throw isOurs(error) ? error : translatePostgresError(error);
  } finally {
    // Not awaited: a broken connection may never confirm its end.
    client.end().catch(() => {});
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof InvalidInputError;

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return Number(rows[0]?.pid);
}

/** What the server said about itself when the connection began. The types of `pg` leave it out. */
const introducedProcess = (client: pg.Client): number | null =>
  (client as pg.Client & { readonly processID: number | null }).processID;
