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
