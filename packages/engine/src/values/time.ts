export type EpochSeconds = number;
export type EpochMilliseconds = number;

/** Time comes in as an argument, so that a test can move it. */
export interface Clock {
  milliseconds(): EpochMilliseconds;
  seconds(): EpochSeconds;
}

export const systemClock: Clock = {
  milliseconds: () => Date.now(),
  seconds: () => Math.floor(Date.now() / 1000),
};

export const isExpired = (expiresAt: EpochSeconds | undefined, now: EpochSeconds): boolean =>
  expiresAt !== undefined && expiresAt <= now;

/** RFC 3339 in UTC, as the API and the audit log write times. */
export const writeTime = (seconds: EpochSeconds): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
