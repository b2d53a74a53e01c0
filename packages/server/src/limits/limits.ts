import type { EpochSeconds } from "../core/time.ts";

/**
 * The limits by name. `client_failures` and `address_failures` count failed client authentications, `anonymous_requests`
 * counts requests that store something for a caller who is not known; the other two count every request and are off by
 * default.
 */
export const LIMIT_NAMES = [
  "client_failures",
  "address_failures",
  "anonymous_requests",
  "client_requests",
  "address_requests",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Limits of what a caller may have open at a time: unfinished sign-ins, and pushed requests that were not used. */
export const HOLD_NAMES = ["open_sign_ins", "pushed_requests"] as const;
export type HoldName = (typeof HOLD_NAMES)[number];

/** At most so many within a window that begins with the first of them. */
export interface Limit {
  /** 0: there is no such limit. */
  readonly most: number;
  readonly windowSeconds: number;
}

export type Limits = Readonly<Record<LimitName, Limit>>;

/** How often something was counted, and until when that holds. */
export interface WindowCount {
  readonly count: number;
  readonly endsAt: EpochSeconds;
}
