import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { ENTITY_KINDS, kindOf } from "../../directory/kinds/kinds.ts";
import { IDEMPOTENCY_SECONDS } from "../operations/idempotency-store.ts";
import type { Database, EntitySchema } from "./schema.ts";

/** What happens to the rows of a table without a request. */
export interface TableRules {
  /**
   * What was spent after a backup must not be usable again after its restore.
   *
   * - `keep`: the state as it was, or a mark that something must not be used again.
   * - `end`: usable once or for a while, and perhaps used since the backup. `end-issued.ts` ends them.
   * - `move`: a position that readers remember. It continues above every position that a reader may have seen.
   * - `clear`: true of the servers and readers of the backed-up database only.
   */
  readonly onRestore: "keep" | "end" | "move" | "clear";
  /**
   * When no request needs a row any more. Each rule has an index. Correctness does not depend on it: expiry is checked on
   * every use.
   */
  readonly swept?: readonly SweepRule[];
}

export interface SweepRule {
  readonly column: string;
  /** Rows are deleted that have this value in the column, or less. */
  until(now: EpochSeconds): number;
  /** The columns of the primary key, if it is not `id`. */
  readonly key?: readonly string[];
  /** Deletes in the order of the key, and so many of the newest rows never. */
  readonly keepsNewest?: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
/**
 * The clocks of the nodes differ, and assertions are accepted shortly after they expire. A row is deleted only when
 * every node treats it as expired.
 */
const GRACE = HOUR;
/**
 * For rows that unauthenticated callers can create. They are never accepted after they expire, and clocks differ by
 * seconds.
 */
const ANONYMOUS_GRACE = 60;
/** The longest lifetime of an access token. For as long, an error still names the reason why a code is invalid. */
const LONGEST_ACCESS_TOKEN = DAY;
/** More than a year, so that a chart can compare a month with the same month of the year before. */
const HOURLY_COUNTERS = 400 * DAY;

const after =
  (seconds: number): SweepRule["until"] =>
  (now) =>
    now - seconds;
const expiredFor = (seconds: number): readonly SweepRule[] => [
  { column: "expires_at", until: after(seconds) },
];

/** What administrators make stays until they delete it. */
const ENTITY_RULES = Object.fromEntries(
  ENTITY_KINDS.map((kind) => [kindOf(kind).table, { onRestore: "keep" }]),
) as Readonly<Record<keyof EntitySchema, TableRules>>;

/**
 * The compiler asks for every other table of the schema, so that a new one is thought about. A table that others refer to comes
 * before them, since rows are restored in this order.
 */
export const TABLE_RULES: Readonly<Record<keyof Database, TableRules>> = {
  ...ENTITY_RULES,
  application_logos: { onRestore: "keep" },
  sign_in_names: { onRestore: "keep" },
  entity_words: { onRestore: "keep" },
  reserved_names: { onRestore: "keep" },
  consents: {
    onRestore: "keep",
    swept: [{ column: "expires_at", until: after(GRACE), key: ["user_id", "application_id", "scope"] }],
  },
  signing_keys: { onRestore: "keep" },
  root_keys: { onRestore: "keep" },
  meta: { onRestore: "keep" },
  counters: {
    onRestore: "keep",
    swept: [
      {
        column: "minute",
        until: (now) => Math.floor((now - 90 * DAY) / 60) - 1,
        key: ["minute", "name", "label"],
      },
    ],
  },
  hourly_counters: {
    onRestore: "keep",
    swept: [
      {
        column: "hour",
        until: (now) => Math.floor((now - HOURLY_COUNTERS) / HOUR) - 1,
        key: ["hour", "name", "label"],
      },
    ],
  },
  attempts: { onRestore: "keep", swept: expiredFor(ANONYMOUS_GRACE) },
  limit_counts: { onRestore: "keep", swept: expiredFor(ANONYMOUS_GRACE) },
  // Marks of what was used or revoked. Those made after the backup are lost; see `createAuthenticateClient` for
  // assertions.
  client_assertions: { onRestore: "keep", swept: expiredFor(GRACE) },
  revoked_tokens: { onRestore: "keep", swept: expiredFor(GRACE) },
  // Those that no reader has asked for.
  revoked_subjects: { onRestore: "keep", swept: expiredFor(0) },
  revocations: {
    onRestore: "keep",
    swept: [{ column: "expires_at", until: after(0), key: ["position"] }],
  },
  // The effects that these answers tell of are in the backup, too.
  idempotency_keys: {
    onRestore: "keep",
    swept: [{ column: "claimed_at", until: after(GRACE + IDEMPOTENCY_SECONDS) }],
  },
  // Sent again if in doubt: the sessions that they are about have ended. Swept when no node has taken them for long.
  logout_deliveries: { onRestore: "keep", swept: [{ column: "due_at", until: after(7 * DAY) }] },
  sessions: { onRestore: "end", swept: expiredFor(GRACE) },
  // Those whose code, session and refresh token have all expired, and those that were ended.
  delegations: {
    onRestore: "end",
    swept: [
      { column: "kept_until", until: after(GRACE + LONGEST_ACCESS_TOKEN) },
      { column: "ended_at", until: after(GRACE + DAY) },
    ],
  },
  interactions: { onRestore: "end", swept: expiredFor(ANONYMOUS_GRACE) },
  // Those with a sign-in under way only when that has expired, too.
  pushed_requests: {
    onRestore: "end",
    swept: [{ column: "kept_until", until: after(ANONYMOUS_GRACE) }],
  },
  password_resets: { onRestore: "end", swept: expiredFor(GRACE) },
  setup_links: { onRestore: "end", swept: expiredFor(GRACE) },
  revision: { onRestore: "move" },
  revocation_position: { onRestore: "move" },
  // Swept by the audit log itself, at the age that a setting says.
  audit_events: { onRestore: "move" },
  // A node that was disconnected must be able to catch up.
  change_log: {
    onRestore: "clear",
    swept: [
      { column: "at", until: (now) => (now - 7 * DAY) * 1_000, key: ["revision"], keepsNewest: 10_000 },
    ],
  },
  // Servers that stopped without removing their row.
  nodes: { onRestore: "clear", swept: [{ column: "seen_at", until: after(DAY) }] },
};

export const TABLES = Object.keys(TABLE_RULES) as readonly (keyof Database)[];
