import type { MetricReading } from "../observability/metric-reading.ts";
import type { SecretOrigin } from "../settings/settings.ts";

/** What a worker is told when it starts. */
export interface WorkerStart {
  /** From 1. A worker that takes the place of another has its number. */
  readonly number: number;
  readonly serverId: string;
  /** One worker of a start prepares the database, and the others wait for it. Later ones find it prepared. */
  readonly database: "prepares" | "waits" | "opens";
  /** The parent accepts the connections here. */
  readonly address: { readonly address: string; readonly port: number };
  /** Whether the parent found the secret, or has generated it. */
  readonly secretOrigin: SecretOrigin;
  /** How many connections to PostgreSQL it may have. */
  readonly databaseConnections: number;
}

/** From the parent to a worker. */
export type ToWorker =
  | { readonly type: "start"; readonly start: WorkerStart }
  /** The database is prepared. */
  | { readonly type: "open" }
  /** Comes with a connection. */
  | { readonly type: "connection"; readonly id: number }
  /** No further connection comes. */
  | { readonly type: "stop" }
  | { readonly type: "ask"; readonly id: number; readonly about: Asked }
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown };

/** From a worker to the parent. */
export type ToParent =
  /** It answers requests, although only that it is starting. */
  | { readonly type: "listening" }
  | { readonly type: "prepared"; readonly banner: string }
  | { readonly type: "ready" }
  | { readonly type: "took"; readonly id: number; readonly open: number }
  /** Every second: its event loop turns. */
  | { readonly type: "alive"; readonly open: number }
  | { readonly type: "metrics"; readonly readings: readonly MetricReading[] }
  | { readonly type: "ask"; readonly id: number; readonly about: Asked }
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown };

/** A worker asks the parent about all workers, and the parent asks each of them. */
export type Asked = "metrics" | "readiness" | CatchUp;

/** The other workers shall know this revision, and answer when they do. */
export interface CatchUp {
  readonly revision: number;
}

/** The answer about the metrics of all workers. */
export interface AllMetrics {
  /** The sums of workers that have ended. */
  readonly ended: readonly MetricReading[];
  /** Of a worker that stops, only what it has counted is of interest. */
  readonly workers: readonly {
    readonly number: number;
    readonly stops: boolean;
    readonly readings: readonly MetricReading[];
  }[];
}
