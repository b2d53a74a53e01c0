import {
  METRIC_DEFINITIONS,
  type MetricDefinition,
  type MetricName,
} from "../../../packages/server/src/observability/metric-definitions.ts";
import { code, page, sentence, table } from "./markdown.ts";
import { METRIC_DETAILS } from "./metric-details.ts";
import { RUNTIME_METRICS } from "./runtime-metrics.ts";

const NAMES = Object.keys(METRIC_DEFINITIONS) as MetricName[];

export const writeMetricsPage = (): string =>
  page(
    "# Metrics",
    "`/metrics` offers these as Prometheus text [to those who may read it](../operations.md#who-reads-the-metrics), and [OpenTelemetry](../operations.md#traces-and-metrics-by-opentelemetry) the same by OTLP. There is a [dashboard, and there are alert rules](../operations.md#dashboard-and-alerts). Labels never name a client, a user or an address.",
    "With several [workers](../operations.md#workers), counters and histograms are sums over all of them, with those that have ended, so a crash never makes them smaller. Gauges and `process_*` have the label `worker`; `licet_revision` is the lowest of all and has none. Of a worker that does not answer within a second, the last known values are used.",
    "## Licet",
    NAMES.map(describeMetric),
    "## Process and runtime",
    "From [prom-client](https://github.com/siimon/prom-client). Those about file descriptors and virtual memory exist on Linux alone.",
    table(
      ["metric", "type", "labels", "meaning"],
      RUNTIME_METRICS.map(({ name, type, labels, help }) => [
        code(name),
        type,
        labels.map(code).join(", "),
        help,
      ]),
    ),
  );

function describeMetric(name: MetricName): string {
  const { type, help, labels, bounds }: MetricDefinition = METRIC_DEFINITIONS[name];
  const facts = [type, labels.length > 0 ? `labels: ${labels.map(code).join(", ")}` : "no labels"];
  if (bounds) facts.push(`buckets up to ${bounds.join(", ")} seconds`);
  const text = [sentence(help), METRIC_DETAILS[name]].filter(Boolean).join(" ");
  return `### ${name}\n\n${facts.join(" · ")}\n\n${text}`;
}
