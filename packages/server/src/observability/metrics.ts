import { Counter, Gauge, Registry } from "prom-client";
import {
  type GaugeLabel,
  type GaugeName,
  type LabelledGaugeName,
  METRIC_DEFINITIONS,
} from "./metric-definitions.ts";
import { type MetricReading, readPromMetric } from "./metric-reading.ts";
import { processMetrics } from "./process-metrics.ts";
import { createRequestHistogram } from "./request-histogram.ts";

/** Prometheus metrics. Labels are routes, statuses and reasons: never a client, a user or an address. */
export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  /** Counts an event: `tokens_issued` by grant type, `scopes_refused` by reason. */
  count(event: string, label: string, times?: number): void;
  /** Counts a request that was refused because a limit was reached. */
  countLimited(limit: string): void;
  /** Counts a request that was refused because the node is overloaded. */
  countShed(loadClass: string): void;
  /** Counts a connection that was cut off because its client is too slow while much is under way. */
  countCut(reason: CutReason): void;
  /** Counts a request that was not begun because its client had left. */
  countAbandoned(): void;
  /** A value that is read at each scrape. */
  gauge(name: GaugeName, read: () => number): void;
  /** A value for each of some labels, read at each scrape. */
  labelledGauge<Name extends LabelledGaugeName>(
    name: Name,
    read: () => readonly LabelledValue<GaugeLabel<Name>>[],
  ): void;
  read(): Promise<readonly MetricReading[]>;
}

const CUT_REASONS = ["slow_body", "unread_response"] as const;
export type CutReason = (typeof CUT_REASONS)[number];

export interface LabelledValue<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

export function createMetrics(limits: readonly string[] = [], loadClasses: readonly string[] = []): Metrics {
  const ofProcess = processMetrics();
  const registry = new Registry();
  const requests = createRequestHistogram();
  const events = new Map<string, { readonly event: string; readonly label: string; count: number }>();
  new Counter({
    ...describe("licet_events_total"),
    registers: [registry],
    // Filled at each scrape, because counting is part of every token request and must be cheap.
    collect() {
      this.reset();
      for (const { event, label, count } of events.values()) this.inc({ event, label }, count);
    },
  });
  const limited = new Counter({
    ...describe("licet_limited_requests_total"),
    registers: [registry],
  });
  // Starts at 0: an alert on an increase needs the 0 before it.
  for (const limit of limits) limited.inc({ limit }, 0);
  const shed = new Map(loadClasses.map((loadClass) => [loadClass, 0]));
  new Counter({
    ...describe("licet_shed_requests_total"),
    registers: [registry],
    collect() {
      this.reset();
      for (const [loadClass, count] of shed) this.inc({ class: loadClass }, count);
    },
  });
  const cut = new Counter({ ...describe("licet_cut_connections_total"), registers: [registry] });
  for (const reason of CUT_REASONS) cut.inc({ reason }, 0);
  const abandoned = new Counter({ ...describe("licet_abandoned_requests_total"), registers: [registry] });
  return {
    countLimited: (limit) => limited.inc({ limit }),
    countShed: (loadClass) => shed.set(loadClass, (shed.get(loadClass) ?? 0) + 1),
    countCut: (reason) => cut.inc({ reason }),
    countAbandoned: () => abandoned.inc(),
    observeRequest: requests.observe,
    count(event, label, times = 1) {
      const key = `${event} ${label}`;
      const counted = events.get(key);
      if (counted) counted.count += times;
      else events.set(key, { event, label, count: times });
    },
    gauge(name, read) {
      new Gauge({
        ...describe(name),
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    labelledGauge(name, read) {
      new Gauge<string>({
        ...describe(name),
        registers: [registry],
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.set(labels, value);
        },
      });
    },
    read: async () => [
      ...(await ofProcess.getMetricsAsJSON()).map(readPromMetric),
      ...(await registry.getMetricsAsJSON()).map(readPromMetric),
      requests.read(),
    ],
  };
}

/** In the words of prom-client. */
const describe = <Name extends keyof typeof METRIC_DEFINITIONS>(name: Name) => {
  const { help, labels } = METRIC_DEFINITIONS[name];
  return { name, help, labelNames: labels as readonly (typeof labels)[number][] };
};
