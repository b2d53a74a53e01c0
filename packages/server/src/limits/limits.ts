import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";

/**
 * The counted limits. `client_failures` and `address_failures` are failed client authentications, `anonymous_requests`
 * are requests that store data for an unauthenticated caller; the other two count every request and are off by default.
 */
export const LIMIT_NAMES = [
  "client_failures",
  "address_failures",
  "anonymous_requests",
  "client_requests",
  "address_requests",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Bounds on pending rows of a caller: sign-ins that are not finished, and pushed requests that were not used. */
export const HOLD_NAMES = ["open_sign_ins", "pushed_requests"] as const;
export type HoldName = (typeof HOLD_NAMES)[number];

/** At most `most` within a window, which begins with the first count. */
export interface Limit {
  /** 0 turns the limit off. */
  readonly most: number;
  readonly windowSeconds: number;
}

export type Limits = Readonly<Record<LimitName, Limit>>;

/** The count of a key, and the end of its window. */
export interface WindowCount {
  readonly count: number;
  readonly endsAt: EpochSeconds;
}
