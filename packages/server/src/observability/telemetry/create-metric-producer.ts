import { type HrTime, ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { HistogramPoint, MetricReading } from "../metric-reading.ts";
import type { Metrics } from "../metrics.ts";

/**
 * Gives the SDK the metrics of /metrics, under the same names and with the same labels: there is no second set that
 * could differ. Counters and histograms count since the start of the process.
 */
export function createMetricProducer(
  metrics: Pick<Metrics, "read">,
  { resource, version }: { readonly resource: Resource; readonly version: string },
): MetricProducer {
  const startTime = toHrTime(Date.now());
  return {
    async collect() {
      const times = { startTime, endTime: toHrTime(Date.now()) };
      const data = (await metrics.read())
        .map((reading) => toMetricData(reading, times))
        .filter(({ dataPoints }) => dataPoints.length > 0);
      const scopeMetrics = [{ scope: { name: "licet", version }, metrics: data }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
}

type Times = Pick<DataPoint<unknown>, "startTime" | "endTime">;

function toMetricData(reading: MetricReading, times: Times): MetricData {
  const { name, help } = reading;
  const descriptor = { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  if (reading.type === "histogram") {
    const dataPoints = reading.points.map((point) => ({
      ...times,
      attributes: point.labels,
      value: toHistogram(point),
    }));
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = reading.points
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  return reading.type === "counter"
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
}

const toHistogram = ({ bounds, counts, sum }: HistogramPoint): Histogram => ({
  buckets: { boundaries: [...bounds], counts: [...counts] },
  count: counts.reduce((total, count) => total + count, 0),
  sum,
});

/** UCUM, by the unit that the name ends with, as names of Prometheus do. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return "s";
  return /_bytes(_total)?$/.test(name) ? "By" : "";
}

const toHrTime = (milliseconds: number): HrTime => [
  Math.floor(milliseconds / 1000),
  Math.round((milliseconds % 1000) * 1e6),
];
