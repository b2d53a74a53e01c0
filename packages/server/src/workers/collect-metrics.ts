import type { MetricReading } from "../observability/metric-reading.ts";
import { sumReadings } from "../observability/sum-readings.ts";
import type { AllMetrics } from "./messages.ts";
import type { SupervisedWorker } from "./supervised-worker.ts";

/** A scrape waits for no worker longer than this. Prometheus gives up after 10 s by default. */
const ANSWER_MILLISECONDS = 1_000;

/** The metrics of all workers, which the parent keeps. */
export interface MetricCollector {
  /** The newest values of a worker. */
  keep(worker: SupervisedWorker, readings: readonly MetricReading[]): void;
  /** What the worker has counted stays in the sums. */
  end(worker: SupervisedWorker): void;
  /** Asks all workers. Of one that does not answer in time, the last known values are used. */
  collect(workers: readonly SupervisedWorker[]): Promise<AllMetrics>;
}

export function createMetricCollector(): MetricCollector {
  const latest = new Map<SupervisedWorker, readonly MetricReading[]>();
  let ended: readonly MetricReading[] = [];
  const keep: MetricCollector["keep"] = (worker, readings) => {
    // An answer that is read after the end: its counts are in the sums.
    if (worker.state !== "ended") latest.set(worker, readings);
  };

  return {
    keep,
    end(worker) {
      ended = sumReadings([ended, latest.get(worker) ?? []]);
      latest.delete(worker);
    },
    async collect(workers) {
      await Promise.all(
        workers.map(async (worker) => {
          const readings = await worker.ask({ about: "metrics" }, ANSWER_MILLISECONDS);
          if (Array.isArray(readings)) keep(worker, readings);
        }),
      );
      return {
        ended,
        workers: [...latest].map(([{ number, state }, readings]) => ({
          number,
          stops: state === "stopping",
          readings,
        })),
      };
    },
  };
}
