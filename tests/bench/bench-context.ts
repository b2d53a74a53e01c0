import type { Databases } from "./databases.ts";
import type { Extent } from "./report/measurement.ts";

/** The context of every row: how long to measure, where to put databases, and how to report progress. */
export interface BenchContext {
  readonly rounds: number;
  readonly seconds: number;
  /** The larger database of the growth row. */
  readonly manyApplications: number;
  /** The users of the permission rows. Each has ten assignments. */
  readonly users: number;
  /** Also runs the rows that take long. */
  readonly full: boolean;
  readonly databases: Databases;
  /** Applies `--warm-up`, which makes the warm-up of a row shorter. */
  limitWarmUp(extent: Extent): Extent;
  progress(text: string): void;
}

export const APPLICATIONS = 10_000;
/** The number of applications that send requests. */
export const ACTIVE_APPLICATIONS = 1_000;

/**
 * A number of requests rather than a time, so that a slow subject is as warm as a fast one. Measured: the floor is at
 * its pace after 12,000 requests, oidc-provider after about 30,000.
 */
export const WARM_UP = { requests: 30_000, seconds: 20 } as const;
/** Fewer in the code flow: most need one or two other requests first, which warm the same server. */
export const CODE_FLOW_WARM_UP = { requests: 8_000, seconds: 15 } as const;
/** Before each round, since a subject was idle while the others were measured. */
export const WARM_AGAIN = { seconds: 0.5 } as const;

/** Authorization, code exchange and refresh: processor time of Licet and its database beside oidc-provider and its own. */
export const CODE_FLOW_TARGET = { atMost: 0.6 } as const;
