import type { EpochMilliseconds } from "../core/time.ts";

/** One thing that happened. Nothing secret ever goes in: identifiers, names, reasons, addresses. */
export interface AuditEvent {
  readonly at: EpochMilliseconds;
  /** `token.issued`, `token.denied`, `token.replayed`, `token.revoked`, `api.denied`, `application.put`, `keys.rotate`, … */
  readonly type: string;
  /** The actor: `application:reports`, `access_account:ak_…`, `user:usr_…`, `cli`, `file:demo.yaml`. */
  readonly actor: string;
  /** About what, where that is not the actor: `role:clerk`. */
  readonly target?: string;
  readonly ip?: string;
  readonly requestId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A stored event; `id` grows with time and is the position of a reader. */
export interface StoredAuditEvent extends AuditEvent {
  readonly id: number;
}

/** How often something happened in one minute, for charts. `name` like `tokens_issued`, `label` like a reason. */
export interface CounterIncrement {
  readonly minute: number;
  readonly name: string;
  readonly label: string;
  readonly count: number;
}
