import type { EpochMilliseconds, EpochSeconds } from "../core/time.ts";
import type { Db } from "./engine.ts";
import { IDEMPOTENCY_SECONDS } from "./idempotency-store.ts";

/**
 * Deletes what nobody asks for any more, at most `limit` rows of a kind at a time, and says how many went. Nothing
 * depends on it: expiry is checked where a thing is used.
 */
export interface Sweeper {
  clientAssertions(expiredBy: EpochSeconds, limit: number): Promise<number>;
  revokedTokens(expiredBy: EpochSeconds, limit: number): Promise<number>;
  idempotencyKeys(claimedBy: EpochSeconds, limit: number): Promise<number>;
  /** Never the newest 10,000: a node that was away must be able to catch up. */
  changeLog(before: EpochMilliseconds, limit: number): Promise<number>;
  counters(beforeMinute: number, limit: number): Promise<number>;
  /** All of them, with the ages at which they are of no more use. */
  sweep(now: EpochSeconds, limit: number): Promise<number>;
}

const KEPT_LOG_ROWS = 10_000;
const DAY_SECONDS = 86_400;
/** The clocks of the nodes differ, and assertions are taken a little after their time: gone here must be gone there. */
const GRACE_SECONDS = 3_600;
const LOG_AGE_SECONDS = 7 * DAY_SECONDS;
const COUNTER_AGE_SECONDS = 90 * DAY_SECONDS;

export function createSweeper(db: Db): Sweeper {
  async function expired(
    table: "client_assertions" | "revoked_tokens",
    expiredBy: EpochSeconds,
    limit: number,
  ): Promise<number> {
    const old = db.selectFrom(table).select("id").where("expires_at", "<=", expiredBy).limit(limit);
    const { numDeletedRows } = await db.deleteFrom(table).where("id", "in", old).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  const sweeper: Sweeper = {
    clientAssertions: (expiredBy, limit) => expired("client_assertions", expiredBy, limit),
    revokedTokens: (expiredBy, limit) => expired("revoked_tokens", expiredBy, limit),
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
    async sweep(now, limit) {
      const assertions = await sweeper.clientAssertions(now - GRACE_SECONDS, limit);
      const revocations = await sweeper.revokedTokens(now - GRACE_SECONDS, limit);
      const keys = await sweeper.idempotencyKeys(now - IDEMPOTENCY_SECONDS - GRACE_SECONDS, limit);
      const log = await sweeper.changeLog((now - LOG_AGE_SECONDS) * 1_000, limit);
      const counters = await sweeper.counters(Math.floor((now - COUNTER_AGE_SECONDS) / 60), limit);
      return assertions + revocations + keys + log + counters;
    },
  };
  return sweeper;
}
