import type { EpochMilliseconds, EpochSeconds } from "@licet/engine/values/time.ts";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SweptStore } from "../management/stores.ts";
import type { Engine } from "./engine.ts";
import { IDEMPOTENCY_SECONDS } from "./idempotency-store.ts";

/**
 * Deletes rows that no request needs any more, at most `limit` rows of a kind at a time, and returns their number.
 * Correctness does not depend on it: expiry is checked on every use.
 */
export interface Sweeper {
  clientAssertions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  revokedTokens(expiredBy: EpochSeconds, limit: number): Promise<number>;
  /** Deletes entries of the log of revocations, and those that no reader has asked for. */
  revocations(expiredBy: EpochSeconds, limit: number): Promise<number>;
  sessions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  interactions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  attempts(expiredBy: EpochSeconds, limit: number): Promise<number>;
  limitCounts(expiredBy: EpochSeconds, limit: number): Promise<number>;
  /** Deletes expired requests; those with a sign-in under way only when that has expired, too. */
  pushedRequests(keptUntil: EpochSeconds, limit: number): Promise<number>;
  passwordResets(expiredBy: EpochSeconds, limit: number): Promise<number>;
  setupLinks(expiredBy: EpochSeconds, limit: number): Promise<number>;
  consents(expiredBy: EpochSeconds, limit: number): Promise<number>;
  /** Deletes ended delegations, and delegations whose code, session and refresh token have all expired. */
  delegations(by: { keptUntil: EpochSeconds; endedAt: EpochSeconds }, limit: number): Promise<number>;
  /** Deletes deliveries that no node has taken for a long time. */
  logoutDeliveries(dueBy: EpochSeconds, limit: number): Promise<number>;
  idempotencyKeys(claimedBy: EpochSeconds, limit: number): Promise<number>;
  /** Never deletes the newest 10,000 rows: a node that was disconnected must be able to catch up. */
  changeLog(before: EpochMilliseconds, limit: number): Promise<number>;
  counters(beforeMinute: number, limit: number): Promise<number>;
  hourlyCounters(beforeHour: number, limit: number): Promise<number>;
  /** Deletes servers that stopped without removing their row. */
  nodes(seenBy: EpochSeconds, limit: number): Promise<number>;
  /** Sweeps all kinds, each at the age from which its rows are not needed. */
  sweep: SweptStore["sweep"];
}

const KEPT_LOG_ROWS = 10_000;
const DAY_SECONDS = 86_400;
/**
 * The clocks of the nodes differ, and assertions are accepted shortly after they expire. A row is deleted only when
 * every node treats it as expired.
 */
const GRACE_SECONDS = 3_600;
/**
 * For rows that unauthenticated callers can create. They are never accepted after they expire, and clocks differ by
 * seconds.
 */
const ANONYMOUS_GRACE_SECONDS = 60;
/** The longest lifetime of an access token. For as long, an error still names the reason why a code is invalid. */
const LONGEST_ACCESS_TOKEN_SECONDS = DAY_SECONDS;
const ENDED_AGE_SECONDS = DAY_SECONDS;
const UNDELIVERED_AGE_SECONDS = 7 * DAY_SECONDS;
const LOG_AGE_SECONDS = 7 * DAY_SECONDS;
const COUNTER_AGE_SECONDS = 90 * DAY_SECONDS;
/** More than a year, so that a chart can compare a month with the same month of the year before. */
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
      // Nodes that sweep at the same time share the work and do not wait for each other's rows.
      .$if(engine.name === "postgres", (query) => query.forUpdate().skipLocked());
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where(isOneOf(engine, "id", old))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** Each reason to delete has its own index: a condition on both would use neither. */
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
    async revocations(expiredBy, limit) {
      const unread = await expired("revoked_subjects", expiredBy, limit);
      const old = db
        .selectFrom("revocations")
        .select("position")
        .where("expires_at", "<=", expiredBy)
        .limit(limit - unread);
      const { numDeletedRows } = await db
        .deleteFrom("revocations")
        .where(isOneOf(engine, "position", old))
        .executeTakeFirstOrThrow();
      return unread + Number(numDeletedRows);
    },
    sessions: (expiredBy, limit) => expired("sessions", expiredBy, limit),
    interactions: (expiredBy, limit) => expired("interactions", expiredBy, limit),
    attempts: (expiredBy, limit) => expired("attempts", expiredBy, limit),
    limitCounts: (expiredBy, limit) => expired("limit_counts", expiredBy, limit),
    async pushedRequests(keptUntil, limit) {
      const old = db
        .selectFrom("pushed_requests")
        .select("id")
        .where("kept_until", "<=", keptUntil)
        .limit(limit)
        .$if(engine.name === "postgres", (query) => query.forUpdate().skipLocked());
      const { numDeletedRows } = await db
        .deleteFrom("pushed_requests")
        .where(isOneOf(engine, "id", old))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    passwordResets: (expiredBy, limit) => expired("password_resets", expiredBy, limit),
    setupLinks: (expiredBy, limit) => expired("setup_links", expiredBy, limit),
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
        () => sweeper.revocations(now, limit),
        () => sweeper.sessions(expiredBy, limit),
        () => sweeper.interactions(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.attempts(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.limitCounts(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.pushedRequests(now - ANONYMOUS_GRACE_SECONDS, limit),
        () => sweeper.passwordResets(expiredBy, limit),
        () => sweeper.setupLinks(expiredBy, limit),
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
 * True when a column has one of the values of a query. PostgreSQL plans `in` as a join, which reads the whole table for
 * each batch or runs the query again for each row. As an array, the query runs once, and the index finds the rows.
 */
export const isOneOf = (
  { name }: Pick<Engine, "name">,
  column: string,
  query: Expression<unknown>,
): RawBuilder<SqlBool> =>
  name === "postgres" ? sql`${sql.ref(column)} = any(array${query})` : sql`${sql.ref(column)} in ${query}`;

/** Repeats the sweep of one kind while batches are full. */
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
  | "revoked_subjects"
  | "sessions"
  | "interactions"
  | "attempts"
  | "limit_counts"
  | "password_resets"
  | "setup_links";
