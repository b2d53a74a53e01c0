import type { RequestPlan } from "./request-source.ts";

/** What the process that makes the load is told, and what it tells afterwards. */
export interface LoadPlan {
  readonly port: number;
  readonly requests: RequestPlan;
  readonly seconds: number;
  readonly seed: number;
  /** An answer after this is of no use to its caller, who has closed the connection. */
  readonly patienceMilliseconds: number;
  /**
   * `closed`: each connection sends its next request after the answer. `open`: requests come at this rate whatever the
   * server does, as those of many independent callers do; one that finds no free connection has failed.
   */
  readonly arrivals:
    | { readonly kind: "closed"; readonly connections: number }
    | { readonly kind: "open"; readonly connections: number; readonly perSecond: number };
}

/** `answered afterwards`: when no more requests were sent. A second of overload has no such second behind it. */
export type Outcome = "answered" | "answered afterwards" | "refused" | "given up" | "failed" | "other status";

export interface LoadReport {
  readonly seconds: number;
  /** By kind of request. */
  readonly outcomes: Readonly<Record<string, Partial<Record<Outcome, number>>>>;
  /** Of requests that were answered with 2xx. */
  readonly p99Milliseconds: number;
  /** Of all responses, refusals too. */
  readonly slowestMilliseconds: number;
}

/** Of callers who check permissions and ask for tokens on the way to something else. */
export const PATIENCE_MILLISECONDS = 2_000;
