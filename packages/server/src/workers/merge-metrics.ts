import type { MetricReading, NumberReading } from "../observability/metric-reading.ts";
import { sumReadings } from "../observability/sum-readings.ts";
import type { AllMetrics } from "./messages.ts";

/** The oldest of the revisions: every worker knows it. */
const LOWEST = "licet_revision";

/**
 * The metrics of a server from those of its workers. Counters and histograms are sums, with those of workers that have
 * ended, so they never go down. A gauge, and what is about a process, has a value for each worker.
 */
export function mergeMetrics({ ended, workers }: AllMetrics): readonly MetricReading[] {
  const serving = workers.filter(({ stops }) => !stops);
  const names = new Set([...workers.flatMap(({ readings }) => readings), ...ended].map(({ name }) => name));
  const sums = new Map(
    sumReadings([ended, ...workers.map(({ readings }) => readings)]).map((sum) => [sum.name, sum]),
  );
  return [...names].flatMap((name) => {
    const sum = sums.get(name);
    if (sum !== undefined && !isOfProcess(name)) return [sum];
    const labelled = serving.flatMap(({ number, readings }) =>
      readings
        .filter((reading) => reading.name === name)
        .map((reading) => withWorker(reading as NumberReading, String(number))),
    );
    const [first] = labelled;
    if (first === undefined) return [];
    const points = labelled.flatMap((reading) => reading.points);
    return [name === LOWEST ? lowest(first, points) : { ...first, points }];
  });
}

const isOfProcess = (name: string): boolean => name.startsWith("process_");

const withWorker = (reading: NumberReading, worker: string): NumberReading => ({
  ...reading,
  points: reading.points
    // Messages between processes are JSON, in which NaN is null.
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ labels: { ...labels, worker }, value })),
});

const lowest = (reading: NumberReading, points: NumberReading["points"]): NumberReading => ({
  ...reading,
  points: [{ labels: {}, value: Math.min(...points.map(({ value }) => value)) }],
});
