import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { UnavailableError } from "../../../core/errors/errors.ts";
import type { Database } from "../../tables/schema.ts";
import { parsePostgresUrl } from "../connection-settings.ts";
import { detectPooling } from "../detect-pooling.ts";
import { translatePostgresError } from "../postgres-errors.ts";

/** One session, for statements that may take long, and Kysely on the same one. */
export interface SingleConnection {
  readonly client: pg.Client;
  readonly db: Kysely<Database>;
  /** Ends the session at once, whatever it is doing. PostgreSQL rolls its transaction back. */
  breakOff(): void;
  close(): Promise<void>;
}

/**
 * Opens a session that belongs to nobody else. Throws UnavailableError when the database cannot be reached, and
 * InvalidInputError when a pooler gives sessions away between two statements.
 */
export async function openSingleConnection(databaseUrl: string): Promise<SingleConnection> {
  const { settings, label } = parsePostgresUrl(databaseUrl);
  const client = new pg.Client(settings);
  client.on("error", () => {});
  try {
    const pooling = await detectPooling(settings);
    await client.connect();
    if (pooling === "transaction") throw new UnavailableError(NEEDS_SESSION);
    await client.query(
      "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'",
    );
  } catch (error) {
    await client.end().catch(() => {});
    const { message } = translatePostgresError(error) as Error;
    throw new UnavailableError(`cannot use the PostgreSQL database ${label}: ${message}`, { cause: error });
  }
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values as unknown[]);
    } catch (error) {
      throw translatePostgresError(error);
    }
  };
  const pool = { connect: async () => ({ query, release: () => {} }), end: () => client.end() };
  const dialect = new PostgresDialect({ pool: pool as never });
  const db = new Kysely<Database>({ dialect });
  let isBroken = false;
  return {
    client,
    db,
    breakOff() {
      isBroken = true;
      (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy();
    },
    async close() {
      const ended = client.end().catch(() => {});
      // A connection that is broken may never confirm its end.
      if (!isBroken) await ended;
    },
  };
}

const NEEDS_SESSION =
  "it is behind a pooler in transaction mode. Set LICET_DATABASE_DIRECT_URL to an address of the same database without this pooler";
