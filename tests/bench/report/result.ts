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

/** An objection that a careful reader would have. */
export interface Warning {
  readonly about: "machine" | "generator";
  readonly text: string;
}

/** The contribution of one row of the benchmark. */
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
  /** 1 unless told: where a request does many times what it does for others, rates are compared by the work. */
  readonly workPerRequest?: number;
  /** A note that a reader needs to compare it with the others. */
  readonly note?: string;
}

export interface Verdict {
  readonly work: string;
  readonly measure: string;
  readonly value: Spread;
  readonly unit: "×" | "ms" | "MB";
  /** Absent: for information. */
  readonly target?: Target;
}

export type Target = { readonly atLeast: number } | { readonly atMost: number };

export const isMet = ({ median }: Spread, target: Target): boolean =>
  "atLeast" in target ? median >= target.atLeast : median <= target.atMost;
