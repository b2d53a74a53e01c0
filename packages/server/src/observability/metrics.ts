import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Prometheus metrics. Labels are routes, statuses and reasons: never a client, a user or an address. */
export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  /** Counts a thing that happened: `tokens_issued` by grant type, `scopes_refused` by reason. */
  count(event: string, label: string): void;
  /** A value that is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void;
  readonly contentType: string;
  render(): Promise<string>;
}

const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "licet_http_request_seconds",
    help: "How long requests took, by route, method and status",
    labelNames: ["route", "method", "status"],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const events = new Counter({
    name: "licet_events_total",
    help: "What happened: tokens issued, scopes refused, errors, by kind",
    labelNames: ["event", "label"],
    registers: [registry],
  });
  return {
    observeRequest: (route, method, status, seconds) =>
      requests.labels(route, method, String(status)).observe(seconds),
    count: (event, label) => events.labels(event, label).inc(),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  };
}
