import pg from "pg";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Pooling } from "./detect-pooling.ts";

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

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** Of the server. */
  readonly session: {
    readonly statement_timeout: number;
    readonly lock_timeout: number;
    readonly idle_in_transaction_session_timeout: number;
  };
  /** Longer than the server's own limit, so it only ends queries whose answer the network lost. */
  readonly answer: number;
}

/** Every request has a time limit, here and on the server. */
export const requestLimits: TimeLimits = {
  connect: 3_000,
  session: {
    statement_timeout: 10_000,
    // Before the deadline of a request: PostgreSQL does not notice that its client has left while a statement waits for a
    // lock, and would run it after the caller was told that it failed.
    lock_timeout: 7_000,
    idle_in_transaction_session_timeout: 15_000,
  },
  answer: 12_000,
};

/** The log that a feed reads is worth nothing when it is older than two seconds. */
export const feedLimits: TimeLimits = {
  connect: 2_000,
  session: {
    statement_timeout: 2_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 2_000,
  },
  answer: 2_000,
};

/** Nobody waits for an answer yet, and a busy machine accepts connections late. */
export const START_CONNECT_MILLISECONDS = 10_000;

/** A migration of a large table may take long, whatever the limits of the role are. */
export const unlimited: pg.PoolConfig = {
  connectionTimeoutMillis: START_CONNECT_MILLISECONDS,
  onConnect: async (client) => {
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
    );
  },
};

/**
 * The limits of a connection. PostgreSQL takes them with the connect. A pooler refuses the connect for them, so they
 * are set afterwards, where the session belongs to the connection; where it does not, every transaction begins with
 * them (`sent-statements.ts`).
 */
export function limitConnection(pooling: Pooling, { connect, session, answer }: TimeLimits): pg.PoolConfig {
  const here = { connectionTimeoutMillis: connect, query_timeout: answer };
  if (pooling === "none") return { ...here, ...session };
  if (pooling === "transaction") return here;
  const text = setLimits("set", session);
  return {
    ...here,
    // The answer takes as long as the pooler needs to find a connection to PostgreSQL, which is part of connecting.
    onConnect: async (client) => {
      await client.query({ text, query_timeout: connect } as pg.QueryConfig);
    },
  };
}

/** One message to the server, whatever the number of statements in it. */
export const setLimits = (set: "set" | "set local", limits: TimeLimits["session"]): string =>
  Object.entries(limits)
    .map(([name, milliseconds]) => `${set} ${name} = ${milliseconds}`)
    .join("; ");
