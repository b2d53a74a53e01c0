import type { Measurement } from "./measurement.ts";
import type { Spread } from "./statistics.ts";

/** The results of one run: printed, written as JSON and drawn. */
export interface BenchResult {
  readonly at: string;
  readonly machine: { readonly cores: number; readonly node: string };
  readonly settings: {
    readonly rounds: number;
    readonly seconds: number;
    readonly connections: number;
    readonly licet: string;
  };
  readonly generator: Measurement;
  readonly rates: readonly RateRow[];
  readonly verdicts: readonly Verdict[];
  readonly warnings: readonly Warning[];
}

/** A reason to doubt the numbers. */
export interface Warning {
  readonly about: "machine" | "generator";
  readonly text: string;
}

/** The result of one row of the benchmark. */
export interface RowResult {
  readonly rates: readonly RateRow[];
  readonly verdicts: readonly Verdict[];
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
}

export type Target = { readonly atLeast: number } | { readonly atMost: number };

export const isMet = ({ median }: Spread, target: Target): boolean =>
  "atLeast" in target ? median >= target.atLeast : median <= target.atMost;
