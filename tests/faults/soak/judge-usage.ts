import { percentile } from "../support/percentile.ts";
import type { UsageSample } from "./usage-sample.ts";

export interface UsageBars {
  /** The growth of memory between the second and the last sixth of the samples. */
  readonly memoryGrowth: number;
  /** More descriptors in the last sixth than in the second. */
  readonly moreDescriptors: number;
  readonly walBytes: number;
  readonly transactionSeconds: number;
}

/** What may be exceeded: one for each bar. */
export type UsageKind = "memory" | "descriptors" | "WAL" | "transactions" | "expired rows";

export interface UsageVerdict {
  readonly memoryBytes: readonly [before: number, after: number];
  readonly descriptors: readonly [before: number, after: number];
  readonly largestWalBytes: number;
  readonly longestTransactionSeconds: number;
  readonly mostOverdueRows: number;
  readonly exceeded: ReadonlyMap<UsageKind, string>;
}

/**
 * Compares medians, because memory goes up and down between collections, and not with the first sixth: caches fill, and
 * code is compiled then.
 */
export function judgeUsage(samples: readonly UsageSample[], bars: UsageBars): UsageVerdict {
  const memoryBytes = beforeAndAfter(samples, (sample) => sample.memoryBytes);
  const descriptors = beforeAndAfter(samples, (sample) => sample.descriptors);
  const largestWalBytes = Math.max(...samples.map((sample) => sample.walBytes));
  const longestTransactionSeconds = Math.max(...samples.map((sample) => sample.transactionSeconds));
  const overdue = samples.map(({ overdueRows }) => [...overdueRows.values()].reduce((sum, n) => sum + n, 0));
  const mostOverdueRows = Math.max(...overdue);
  const exceeded = new Map<UsageKind, string>();

  const growth = memoryBytes[1] / memoryBytes[0] - 1;
  if (growth > bars.memoryGrowth)
    exceeded.set(
      "memory",
      `resident memory grew by ${(growth * 100).toFixed(0)} %: ${inMegabytes(memoryBytes)}`,
    );
  if (descriptors[1] - descriptors[0] > bars.moreDescriptors)
    exceeded.set("descriptors", `open descriptors went from ${descriptors[0]} to ${descriptors[1]}`);
  if (largestWalBytes > bars.walBytes)
    exceeded.set("WAL", `the WAL reached ${megabytes(largestWalBytes)} MB`);
  if (longestTransactionSeconds > bars.transactionSeconds)
    exceeded.set("transactions", `a transaction was open for ${longestTransactionSeconds.toFixed(0)} s`);
  const worst = samples[overdue.indexOf(mostOverdueRows)]?.overdueRows ?? new Map();
  if (mostOverdueRows > 0)
    exceeded.set(
      "expired rows",
      `expired rows were left: ${[...worst].map(([table, count]) => `${table} ${count}`).join(", ")}`,
    );
  return {
    memoryBytes,
    descriptors,
    largestWalBytes,
    longestTransactionSeconds,
    mostOverdueRows,
    exceeded,
  };
}

/** Each sixth has one sample at least. */
export const LEAST_SAMPLES = 6;

/** The medians of the second and of the last sixth of the samples. */
function beforeAndAfter(
  samples: readonly UsageSample[],
  read: (sample: UsageSample) => number,
): readonly [number, number] {
  if (samples.length < LEAST_SAMPLES) throw new Error("there are too few samples to compare");
  const sixth = samples.length / 6;
  const median = (from: number, to: number) =>
    percentile(
      samples
        .slice(Math.floor(sixth * from), Math.floor(sixth * to))
        .map(read)
        .sort((a, b) => a - b),
      0.5,
    );
  return [median(1, 2), median(5, 6)];
}

export const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
const inMegabytes = ([before, after]: readonly [number, number]): string =>
  `${megabytes(before)} MB to ${megabytes(after)} MB`;
