import type { MetricReading } from "../observability/metric-reading.ts";
import type { SecretOrigin } from "../settings/settings.ts";

/** What a worker is told when it starts. */
export interface WorkerStart {
  /** From 1. A worker that takes the place of another has its number. */
  readonly number: number;
  readonly serverId: string;
  /** One worker of a start prepares the database, and the others wait for it. Later ones find it prepared. */
  readonly database: "prepares" | "waits" | "opens";
  /** While no other worker accepts connections, this one does before it is ready, and answers that it is starting. */
  readonly accepts: "at_once" | "when_ready";
  /** The workers accept connections here. */
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
  /** It has much more to do than another worker: some of its clients shall open other connections. */
  | { readonly type: "shed" }
  /** The server stops soon: its balancer shall find that it is not ready. */
  | { readonly type: "announce_stop" }
  | { readonly type: "stop" }
  | { readonly type: "ask"; readonly id: number; readonly question: Question }
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown };

/** From a worker to the parent. */
export type ToParent =
  /** It accepts connections, although it may only answer that it is starting. Comes with a copy of the socket. */
  | { readonly type: "listening" }
  | { readonly type: "prepared"; readonly banner: string }
  | { readonly type: "ready" }
  /** The database is not the one any more that this server knows: all of its processes end. */
  | { readonly type: "broken" }
  /** Every second: its event loop turns. `busy`: the share of the time in which it did. */
  | { readonly type: "alive"; readonly busy: number }
  | { readonly type: "metrics"; readonly readings: readonly MetricReading[] }
  | { readonly type: "ask"; readonly id: number; readonly question: Question }
  | { readonly type: "answer"; readonly id: number; readonly answer: unknown };

/** A worker asks the parent about all workers, and the parent asks each of them. */
export type Question =
  | { readonly about: "metrics" | "readiness" }
  /** Answered when the worker knows this revision. */
  | { readonly about: "revision"; readonly revision: number };

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
