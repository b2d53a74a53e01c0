import assert from "node:assert/strict";
import { test } from "node:test";
import type { MetricReading } from "../observability/metric-reading.ts";
import { renderReadings } from "../observability/render-readings.ts";
import { sumReadings } from "../observability/sum-readings.ts";
import { mergeMetrics } from "./merge-metrics.ts";

const readings = (requests: number, revision: number): readonly MetricReading[] => [
  {
    type: "counter",
    name: "licet_events_total",
    help: "What happened",
    points: [
      { labels: { event: "tokens_issued", label: "client_credentials" }, value: requests },
      ...(requests > 5 ? [{ labels: { event: "errors", label: 'a "b"' }, value: 1 }] : []),
    ],
  },
  {
    type: "histogram",
    name: "licet_http_request_seconds",
    help: "How long",
    points: [{ labels: { route: "/token" }, bounds: [0.1, 1], counts: [requests, 1, 0], sum: requests / 4 }],
  },
  { type: "gauge", name: "licet_revision", help: "The revision", points: [{ labels: {}, value: revision }] },
  { type: "gauge", name: "licet_feed_age_seconds", help: "Age", points: [{ labels: {}, value: 0.5 }] },
  {
    type: "counter",
    name: "process_cpu_seconds_total",
    help: "CPU",
    points: [{ labels: {}, value: requests }],
  },
];

test("counters and histograms are summed, gauges and processes keep their workers, the lowest revision is given", () => {
  const text = renderReadings(
    mergeMetrics({
      ended: sumReadings([readings(3, 1)]),
      workers: [
        { number: 1, stops: false, readings: readings(10, 7) },
        { number: 2, stops: false, readings: readings(4, 6) },
        { number: 2, stops: true, readings: readings(1, 2) },
      ],
    }),
  );
  assert.equal(
    text,
    [
      "# HELP licet_events_total What happened",
      "# TYPE licet_events_total counter",
      'licet_events_total{event="tokens_issued",label="client_credentials"} 18',
      'licet_events_total{event="errors",label="a \\"b\\""} 1',
      "",
      "# HELP licet_http_request_seconds How long",
      "# TYPE licet_http_request_seconds histogram",
      'licet_http_request_seconds_bucket{le="0.1",route="/token"} 18',
      'licet_http_request_seconds_bucket{le="1",route="/token"} 22',
      'licet_http_request_seconds_bucket{le="+Inf",route="/token"} 22',
      'licet_http_request_seconds_sum{route="/token"} 4.5',
      'licet_http_request_seconds_count{route="/token"} 22',
      "",
      "# HELP licet_revision The revision",
      "# TYPE licet_revision gauge",
      "licet_revision 6",
      "",
      "# HELP licet_feed_age_seconds Age",
      "# TYPE licet_feed_age_seconds gauge",
      'licet_feed_age_seconds{worker="1"} 0.5',
      'licet_feed_age_seconds{worker="2"} 0.5',
      "",
      "# HELP process_cpu_seconds_total CPU",
      "# TYPE process_cpu_seconds_total counter",
      'process_cpu_seconds_total{worker="1"} 10',
      'process_cpu_seconds_total{worker="2"} 4',
      "",
      "",
    ].join("\n"),
  );
});
