import type { Random } from "./support/random.ts";

/** One experiment of `npm run test:faults`, and one row of the table in docs/reliability.md. */
export interface FaultExperiment {
  /** For `--only`. */
  readonly name: string;
  /** The first cell of its row: what goes wrong, and on which engine. */
  readonly title: string;
  run(options: ExperimentOptions): Promise<Measurement>;
  /**
   * The same experiment with the protection switched off. It must report a violation, or the experiment cannot see what
   * it looks for. Absent where a test gives the checker false histories instead.
   */
  readonly control?: (options: ExperimentOptions) => Promise<Measurement>;
}

/** How large an experiment is. */
export interface ExperimentOptions {
  readonly random: Random;
  /** It ends after this many operations that were answered, or after this time. */
  readonly operations: number;
  readonly seconds: number;
  /** How often an experiment repeats what it does in rounds. */
  readonly rounds: number;
}

/** What was done and seen, each in a few words for a cell of the table. */
export interface Measurement {
  /** "8 callers, 12,040 requests in 60 s" */
  readonly load: string;
  /** "write lock held for 20 s, 3 times" */
  readonly faults: string;
  /** "slowest read 41 ms, 12 writes refused with 503, 0 lost" */
  readonly figure: string;
  /** "reads under 1 s, writes answered within 10 s, 0 lost" */
  readonly bar: string;
  /** Everything that the bar does not allow. */
  readonly violations: readonly string[];
}
