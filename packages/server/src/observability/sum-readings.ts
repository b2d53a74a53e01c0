import type { HistogramPoint, HistogramReading, MetricReading, NumberReading } from "./metric-reading.ts";

type Point = NumberReading["points"][number];

/** The sums of counters and histograms over several processes, by their labels. Gauges are left out. */
export function sumReadings(all: Iterable<readonly MetricReading[]>): readonly MetricReading[] {
  const sums = new Map<string, { points: Map<string, Point | HistogramPoint>; reading: MetricReading }>();
  for (const readings of all)
    for (const reading of readings) {
      if (reading.type === "gauge") continue;
      const sum = sums.get(reading.name) ?? { points: new Map(), reading };
      sums.set(reading.name, sum);
      for (const point of reading.points) {
        const key = keyOf(point.labels);
        const before = sum.points.get(key);
        sum.points.set(key, before === undefined ? point : addPoints(before, point));
      }
    }
  return [...sums.values()].map(({ reading, points }) => withPoints(reading, [...points.values()]));
}

/** The same labels in another order are the same. */
const keyOf = (labels: Point["labels"]): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function addPoints(one: Point | HistogramPoint, other: Point | HistogramPoint): Point | HistogramPoint {
  if ("counts" in one && "counts" in other)
    return {
      ...one,
      counts: one.counts.map((count, index) => count + (other.counts[index] ?? 0)),
      sum: one.sum + other.sum,
    };
  if ("value" in one && "value" in other) return { ...one, value: one.value + other.value };
  throw new Error("a metric is a histogram in one process and a number in another");
}

function withPoints(reading: MetricReading, points: readonly (Point | HistogramPoint)[]): MetricReading {
  return reading.type === "histogram"
    ? { ...reading, points: points as HistogramReading["points"] }
    : { ...reading, points: points as NumberReading["points"] };
}
