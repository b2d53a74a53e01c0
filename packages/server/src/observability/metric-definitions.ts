export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Routes, statuses, reasons: never a client, a user or an address. */
  readonly labels: readonly string[];
  /** The upper bounds of a histogram. */
  readonly bounds?: readonly number[];
}

/** All metrics of Licet, beside those of the process and the runtime. The reference explains each of them. */
export const METRIC_DEFINITIONS = {
  licet_http_request_seconds: {
    type: "histogram",
    help: "How long requests took, by route, method and status",
    labels: ["route", "method", "status"],
    bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  },
  licet_events_total: {
    type: "counter",
    help: "What happened: tokens issued, scopes refused, errors, by kind",
    labels: ["event", "label"],
  },
  licet_limited_requests_total: {
    type: "counter",
    help: "Requests refused because a limit was used up, by limit",
    labels: ["limit"],
  },
  licet_shed_requests_total: {
    type: "counter",
    help: "Requests refused because this node was overloaded, by class",
    labels: ["class"],
  },
  licet_cut_connections_total: {
    type: "counter",
    help: "Connections closed because their client was the slowest while too much was under way, by reason",
    labels: ["reason"],
  },
  licet_abandoned_requests_total: {
    type: "counter",
    help: "Requests that were not begun because their client had left while they waited",
    labels: [],
  },
  licet_revision: {
    type: "gauge",
    help: "The revision of the permission data that this node uses",
    labels: [],
  },
  licet_feed_age_seconds: {
    type: "gauge",
    help: "How long ago this node last confirmed that its permission data is current",
    labels: [],
  },
  licet_clock_offset_seconds: {
    type: "gauge",
    help: "How far two clocks are apart: this machine's ahead of the database's, or one that jumped ahead",
    labels: [],
  },
  licet_audit_dropped: {
    type: "gauge",
    help: "Audit events that were dropped because they could not be written in time",
    labels: [],
  },
  licet_audit_waiting: { type: "gauge", help: "Audit events that wait to be written", labels: [] },
  licet_tls_certificate_expiry_timestamp_seconds: {
    type: "gauge",
    help: "When the TLS certificate in use expires, in seconds since 1970",
    labels: [],
  },
  licet_signing_key_age_seconds: {
    type: "gauge",
    help: "The age of the key that signs, by algorithm",
    labels: ["algorithm"],
  },
  licet_signing_key_rotation_seconds: {
    type: "gauge",
    help: "The age at which a signing key gets a successor, as it is set",
    labels: [],
  },
  licet_database_connections: {
    type: "gauge",
    help: "Connections to the database for requests, by state; waiting are requests that have none yet",
    labels: ["state"],
  },
  licet_database_connections_max: {
    type: "gauge",
    help: "The most connections to the database for requests",
    labels: [],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

type Definitions = typeof METRIC_DEFINITIONS;
export type MetricName = keyof Definitions;
type GaugeWith<Labels extends readonly string[]> = {
  [Name in MetricName]: Definitions[Name]["type"] extends "gauge"
    ? Definitions[Name]["labels"] extends Labels
      ? Name
      : never
    : never;
}[MetricName];

/** Gauges of one value. */
export type GaugeName = GaugeWith<readonly []>;
/** Gauges of a value for each label. */
export type LabelledGaugeName = GaugeWith<readonly [string, ...string[]]>;
export type GaugeLabel<Name extends LabelledGaugeName> = Definitions[Name]["labels"][number];
