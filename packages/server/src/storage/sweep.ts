import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { EpochMilliseconds, EpochSeconds } from "../core/time.ts";
import type { SweptStore } from "../management/stores.ts";
import type { Engine } from "./engine.ts";
import { IDEMPOTENCY_SECONDS } from "./idempotency-store.ts";

/**
 * Deletes what nobody asks for any more, at most `limit` rows of a kind at a time, and says how many went. Nothing
 * depends on it: expiry is checked where a thing is used.
 */
export interface Sweeper {
  clientAssertions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  revokedTokens(expiredBy: EpochSeconds, limit: number): Promise<number>;
  sessions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  interactions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  attempts(expiredBy: EpochSeconds, limit: number): Promise<number>;
  limitCounts(expiredBy: EpochSeconds, limit: number): Promise<number>;
  pushedRequests(expiredBy: EpochSeconds, limit: number): Promise<number>;
  passwordResets(expiredBy: EpochSeconds, limit: number): Promise<number>;
  consents(expiredBy: EpochSeconds, limit: number): Promise<number>;
  /** Those with nothing left to expire, and those that ended. */
  delegations(by: { keptUntil: EpochSeconds; endedAt: EpochSeconds }, limit: number): Promise<number>;
  /** Those that nobody has taken for long. */
  logoutDeliveries(dueBy: EpochSeconds, limit: number): Promise<number>;
  idempotencyKeys(claimedBy: EpochSeconds, limit: number): Promise<number>;
  /** Never the newest 10,000: a node that was away must be able to catch up. */
  changeLog(before: EpochMilliseconds, limit: number): Promise<number>;
  counters(beforeMinute: number, limit: number): Promise<number>;
  hourlyCounters(beforeHour: number, limit: number): Promise<number>;
  /** Servers that ended without a word. */
  nodes(seenBy: EpochSeconds, limit: number): Promise<number>;
  /** All of them, with the ages at which they are of no more use. */
  sweep: SweptStore["sweep"];
}

const KEPT_LOG_ROWS = 10_000;
const DAY_SECONDS = 86_400;
/** The clocks of the nodes differ, and assertions are taken a little after their time: gone here must be gone there. */
const GRACE_SECONDS = 3_600;
/** Of what anybody can make rows of. Nothing is taken after its time there, and clocks differ by seconds. */
const ANONYMOUS_GRACE_SECONDS = 60;
/** The longest that an access token can be told to live, and how long it is told apart why a code is worth nothing. */
const LONGEST_ACCESS_TOKEN_SECONDS = DAY_SECONDS;
const ENDED_AGE_SECONDS = DAY_SECONDS;
const UNDELIVERED_AGE_SECONDS = 7 * DAY_SECONDS;
const LOG_AGE_SECONDS = 7 * DAY_SECONDS;
const COUNTER_AGE_SECONDS = 90 * DAY_SECONDS;
/** A year, and what one compares it with. */
const HOURLY_COUNTER_AGE_SECONDS = 400 * DAY_SECONDS;
const NODE_AGE_SECONDS = DAY_SECONDS;

export function createSweeper(engine: Engine): Sweeper {
  const { db } = engine;

  async function expired(table: ExpiringTable, expiredBy: EpochSeconds, limit: number): Promise<number> {
    const old = db
      .selectFrom(table)
      .select("id")
      .where("expires_at", "<=", expiredBy)
      .limit(limit)
      // Nodes that sweep at the same time share the work, instead of waiting for each other's rows.
      .$if(engine.name === "postgres", (query) => query.forUpdate().skipLocked());
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where(isOneOf(engine, "id", old))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** One index for each reason to go: a condition on both would use neither. */
  async function delegations(
    column: "kept_until" | "ended_at",
    by: EpochSeconds,
    limit: number,
  ): Promise<number> {
    const old = db.selectFrom("delegations").select("id").where(column, "<=", by).limit(limit);
    const { numDeletedRows } = await db
      .deleteFrom("delegations")
      .where(isOneOf(engine, "id", old))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  const sweeper: Sweeper = {
    clientAssertions: (expiredBy, limit) => expired("client_assertions", expiredBy, limit),
    revokedTokens: (expiredBy, limit) => expired("revoked_tokens", expiredBy, limit),
    sessions: (expiredBy, limit) => expired("sessions", expiredBy, limit),
    interactions: (expiredBy, limit) => expired("interactions", expiredBy, limit),
    attempts: (expiredBy, limit) => expired("attempts", expiredBy, limit),
    limitCounts: (expiredBy, limit) => expired("limit_counts", expiredBy, limit),
    pushedRequests: (expiredBy, limit) => expired("pushed_requests", expiredBy, limit),
    passwordResets: (expiredBy, limit) => expired("password_resets", expiredBy, limit),
    async consents(expiredBy, limit) {
      const { numDeletedRows } = await db
        .deleteFrom("consents")
        .where(({ refTuple, selectFrom, eb }) =>
          eb(
            refTuple("user_id", "application_id", "scope"),
            "in",
            selectFrom("consents as old")
              .select(["old.user_id", "old.application_id", "old.scope"])
              .where("old.expires_at", "<=", expiredBy)
              .limit(limit)
              .$asTuple("user_id", "application_id", "scope"),
          ),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async delegations({ keptUntil, endedAt }, limit) {
      const over = await delegations("kept_until", keptUntil, limit);
      return over + (await delegations("ended_at", endedAt, limit - over));
    },
    async logoutDeliveries(dueBy, limit) {
      const old = db.selectFrom("logout_deliveries").select("id").where("due_at", "<=", dueBy).limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("logout_deliveries")
        .where("id", "in", old)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async idempotencyKeys(claimedBy, limit) {
      const old = db
        .selectFrom("idempotency_keys")
        .select("id")
        .where("claimed_at", "<=", claimedBy)
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("idempotency_keys")
        .where("id", "in", old)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async changeLog(before, limit) {
      const old = db
        .selectFrom("change_log")
        .innerJoin("revision", (join) => join.onTrue())
        .select("change_log.revision")
        .where("at", "<", before)
        .where((where) => where("change_log.revision", "<=", where("revision.value", "-", KEPT_LOG_ROWS)))
        .orderBy("change_log.revision")
        .limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("change_log")
        .where("revision", "in", old)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async counters(beforeMinute, limit) {
      const { numDeletedRows } = await db
        .deleteFrom("counters")
        .where(({ refTuple, selectFrom, eb }) =>
          eb(
            refTuple("minute", "name", "label"),
            "in",
            selectFrom("counters as old")
              .select(["old.minute", "old.name", "old.label"])
              .where("old.minute", "<", beforeMinute)
              .orderBy("old.minute")
              .limit(limit)
              .$asTuple("minute", "name", "label"),
          ),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async hourlyCounters(beforeHour, limit) {
      const { numDeletedRows } = await db
        .deleteFrom("hourly_counters")
        .where(({ refTuple, selectFrom, eb }) =>
          eb(
            refTuple("hour", "name", "label"),
            "in",
            selectFrom("hourly_counters as old")
              .select(["old.hour", "old.name", "old.label"])
              .where("old.hour", "<", beforeHour)
              .orderBy("old.hour")
              .limit(limit)
              .$asTuple("hour", "name", "label"),
          ),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async nodes(seenBy, limit) {
      const old = db.selectFrom("nodes").select("id").where("seen_at", "<=", seenBy).limit(limit);
      const { numDeletedRows } = await db
        .deleteFrom("nodes")
        .where("id", "in", old)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async sweep(now, limit, mayGoOn) {
      const expiredBy = now - GRACE_SECONDS;
      const sweeps = [
        () => sweeper.clientAssertions(expiredBy, limit),
        () => sweeper.revokedTokens(expiredBy, limit),
        () => sweeper.sessions(expiredBy, limit),
        () => sweeper.interactions(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.attempts(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.limitCounts(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.pushedRequests(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.passwordResets(expiredBy, limit),
        () => sweeper.consents(expiredBy, limit),
        () =>
          sweeper.delegations(
            {
              keptUntil: expiredBy - LONGEST_ACCESS_TOKEN_SECONDS,
              endedAt: expiredBy - ENDED_AGE_SECONDS,
            },
            limit,
          ),
        () => sweeper.logoutDeliveries(now - UNDELIVERED_AGE_SECONDS, limit),
        () => sweeper.idempotencyKeys(expiredBy - IDEMPOTENCY_SECONDS, limit),
        () => sweeper.changeLog((now - LOG_AGE_SECONDS) * 1_000, limit),
        () => sweeper.counters(Math.floor((now - COUNTER_AGE_SECONDS) / 60), limit),
        () => sweeper.hourlyCounters(Math.floor((now - HOURLY_COUNTER_AGE_SECONDS) / 3_600), limit),
        () => sweeper.nodes(now - NODE_AGE_SECONDS, limit),
      ];
      let swept = 0;
      for (const sweepOne of sweeps) swept += await repeatSweep(sweepOne, limit, mayGoOn);
      return swept;
    },
  };
  return sweeper;
}

/**
 * Whether a column has one of the values that a query gives. PostgreSQL plans `in` as a join, which reads the whole table
 * for each batch, or runs the query again for each row. As an array it is run once, and the rows are found by the index.
 */
export const isOneOf = (
  { name }: Pick<Engine, "name">,
  column: string,
  query: Expression<unknown>,
): RawBuilder<SqlBool> =>
  name === "postgres" ? sql`${sql.ref(column)} = any(array${query})` : sql`${sql.ref(column)} in ${query}`;

/** Sweeps one kind again as long as a batch was full. */
export async function repeatSweep(
  sweepOne: () => Promise<number>,
  limit: number,
  mayGoOn: () => Promise<boolean> = async () => false,
): Promise<number> {
  let swept = 0;
  for (;;) {
    const batch = await sweepOne();
    swept += batch;
    if (batch < limit || !(await mayGoOn())) return swept;
  }
}

type ExpiringTable =
  | "client_assertions"
  | "revoked_tokens"
  | "sessions"
  | "interactions"
  | "attempts"
  | "limit_counts"
  | "pushed_requests"
  | "password_resets";
