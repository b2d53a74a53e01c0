import type { EpochSeconds } from "../core/time.ts";

/** What a user said about one item that an application asked for. */
export interface ConsentItem {
  readonly scope: string;
  /** False: the user left it out. Remembered as well, so that nobody is asked the same thing every day. */
  readonly agreed: boolean;
  readonly decidedAt: EpochSeconds;
  readonly expiresAt: EpochSeconds;
}

/** Everything that a user said to one application. */
export interface Consent {
  readonly applicationId: string;
  readonly items: readonly ConsentItem[];
}
