import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";

/**
 * The columns that every end of delegations sets. Those with access tokens that may still be valid wait for a position
 * in the log of revocations: the end and its announcement are one row, so neither exists without the other.
 */
export const endedDelegation = (now: EpochSeconds) => ({
  ended_at: now,
  announce_until: announceUntil(now),
});

/** The same as a part of a statement. */
export const setEndedDelegation = (now: EpochSeconds) =>
  sql`ended_at = ${now}, announce_until = ${announceUntil(now)}`;

const announceUntil = (now: EpochSeconds) =>
  sql<EpochSeconds | null>`case when tokens_until > ${now} then tokens_until end`;

/**
 * For a delegation that is found by a key. With `is null` PostgreSQL also considers the indexes of live delegations. While
 * it knows nothing of the table it expects them to have one row, and would go through all of such an index instead.
 */
export const hasNotEnded = sql<boolean>`coalesce(ended_at, 0) = 0`;
