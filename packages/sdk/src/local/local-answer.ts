import type { CheckDenial } from "@licet/engine/internal/answer-check.ts";

/**
 * The reasons of the server, and those of a local check:
 * `stale`: the copy is older than its bound, or not loaded yet;
 * `not_replicated`: the copy does not have what the question needs;
 * `invalid_question`: `POST /api/v1/check` would answer 400.
 */
export type LocalDenial = CheckDenial | "stale" | "not_replicated" | "invalid_question";

export interface LocalAnswer {
  readonly allowed: boolean;
  /** Of a denial. The server gives none when `checkFresh()` asks it. */
  readonly reason?: LocalDenial;
  /** The revision at which this is true; 0 before the first load. */
  readonly revision: number;
  /** The answer is as old as this at most. Infinity before the first load. */
  readonly ageMilliseconds: number;
}
