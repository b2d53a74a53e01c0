/** The value of a metric at one moment, since the start of the process. */
export type MetricReading = NumberReading | HistogramReading;

type Labels = Readonly<Record<string, string>>;

export interface NumberReading {
  /** `counter`: only grows. */
  readonly type: "counter" | "gauge";
  readonly name: string;
  readonly help: string;
  /** A value may be NaN: the mean delay of the event loop is, directly after it was read. */
  readonly points: readonly { readonly labels: Labels; readonly value: number }[];
}

export interface HistogramReading {
  readonly type: "histogram";
  readonly name: string;
  readonly help: string;
  readonly points: readonly HistogramPoint[];
}

export interface HistogramPoint {
  readonly labels: Labels;
  readonly bounds: readonly number[];
  /** How many values are in each bound and in none before it; the last element counts those beyond all bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** A metric of prom-client, in the form that it gives for JSON. Its types do not name the parts of a histogram. */
interface PromMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Partial<Record<string, string | number>>>;
    readonly metricName?: string;
  }[];
}

export function readPromMetric(metric: object): MetricReading {
  const { name, help, type, values } = metric as PromMetric;
  if (type === "histogram") return { type, name, help, points: readBuckets(name, values) };
  if (type !== "counter" && type !== "gauge")
    throw new Error(`the metric ${name} is a ${type}, which is not read`);
  return { type, name, help, points: values.map(({ value, labels }) => ({ labels: toText(labels), value })) };
}

const toText = (labels: PromMetric["values"][number]["labels"]): Labels =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));

/** Prometheus counts a value in its bound and in all above it; here each is counted once. */
function readBuckets(name: string, values: PromMetric["values"]): readonly HistogramPoint[] {
  const series = new Map<
    string,
    { labels: Labels; bounds: number[]; counts: number[]; before: number; sum: number }
  >();
  for (const { value, metricName, labels } of values) {
    const { le, ...others } = toText(labels);
    const key = JSON.stringify(others);
    const point = series.get(key) ?? { labels: others, bounds: [], counts: [], before: 0, sum: 0 };
    series.set(key, point);
    if (metricName === `${name}_sum`) point.sum = value;
    if (le === undefined) continue;
    if (le !== "+Inf") point.bounds.push(Number(le));
    point.counts.push(value - point.before);
    point.before = value;
  }
  return [...series.values()].map(({ before: _, ...point }) => point);
}
