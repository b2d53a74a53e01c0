import pg from "pg";
import { InvalidInputError } from "../../core/errors.ts";

const INT8_OID = 20;

/** The largest numbers here are milliseconds and revisions, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8_OID && format !== "binary"
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

export interface PostgresAddress {
  readonly settings: pg.ClientConfig;
  /** Host and database without credentials, for error messages. */
  readonly label: string;
}

export function parsePostgresUrl(databaseUrl: string): PostgresAddress {
  // The error has no cause: the cause would contain the URL and its password.
  if (!URL.canParse(databaseUrl)) throw new InvalidInputError("the PostgreSQL URL cannot be read");
  const url = new URL(databaseUrl);
  return {
    label: `${decodeURIComponent(url.pathname.slice(1)) || "the default database"} at ${url.host || "the local socket"}`,
    settings: {
      connectionString: databaseUrl,
      application_name: "licet",
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      types,
    },
  };
}

/** Every request has a time limit, here and on the server. */
export const requestTimeouts: pg.ClientConfig = {
  statement_timeout: 10_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 15_000,
  // Longer than the server's own limit, so it only ends queries whose answer the network lost.
  query_timeout: 12_000,
};
