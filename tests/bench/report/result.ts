import type { Measurement } from "./measurement.ts";
import type { Spread } from "./statistics.ts";

/** The results of one run: printed, written as JSON and drawn. */
export interface BenchResult {
  readonly at: string;
  readonly machine: { readonly cores: number; readonly processor: string; readonly node: string };
  readonly settings: {
    readonly rounds: number;
    readonly seconds: number;
    readonly connections: number;
    readonly licet: string;
  };
  readonly generator: Measurement;
  readonly rates: readonly RateRow[];
  readonly verdicts: readonly Verdict[];
  /** With `--peers`: the other services, found or not. */
  readonly peers?: readonly PeerResult[];
  readonly warnings: readonly Warning[];
  /** Rows that gave no result. */
  readonly failures: readonly Failure[];
}

/** A reason to doubt the numbers. */
export interface Warning {
  readonly about: "machine" | "generator";
  readonly text: string;
}

export interface Failure {
  readonly row: string;
  readonly error: string;
}

/** What became of another service in this run. */
export interface PeerResult {
  readonly name: string;
  readonly program: string;
  /** A sentence for a reader who does not have it. */
  readonly howToGet: string;
  /** Absent: the program is not on the path. */
  readonly path?: string;
  readonly version?: string;
  /** Why it was not measured, though it is installed. */
  readonly error?: string;
}

/** The result of one row of the benchmark. */
export interface RowResult {
  readonly rates: readonly RateRow[];
  readonly verdicts: readonly Verdict[];
  readonly peers?: readonly PeerResult[];
}

export interface RateRow {
  readonly work: string;
  readonly title: string;
  readonly subjects: readonly SubjectResult[];
}

export interface SubjectResult {
  readonly name: string;
  readonly rounds: readonly Measurement[];
  /** How much work a request does, 1 by default. Ratios compare the work, not the requests. */
  readonly workPerRequest?: number;
  /** A note that a reader needs to compare it with the others. */
  readonly note?: string;
}

export interface Verdict {
  readonly work: string;
  readonly measure: string;
  readonly value: Spread;
  readonly unit: "×" | "ms" | "µs" | "MB" | "bytes" | "/s";
  /** Absent: for information. */
  readonly target?: Target;
  /** Why there is no target here, though elsewhere there is one. */
  readonly noVerdict?: string;
}

export type Target = { readonly atLeast: number } | { readonly atMost: number };

const isMet = ({ median }: Spread, target: Target): boolean =>
  "atLeast" in target ? median >= target.atLeast : median <= target.atMost;

export type Outcome = "met" | "missed" | "for information";

export const judge = ({ value, target }: Verdict): Outcome =>
  target === undefined ? "for information" : isMet(value, target) ? "met" : "missed";
