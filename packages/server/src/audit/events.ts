import type { EpochMilliseconds } from "../core/time.ts";

/** An audit event. It never contains a secret: only identifiers, names, reasons and addresses. */
export interface AuditEvent {
  readonly at: EpochMilliseconds;
  /** The object and what happened to it, in the past tense: `token.issued`, `api.denied`, `role.saved`, `key.rotated`, … */
  readonly type: string;
  /** The actor: `application:reports`, `access_account:ak_…`, `user:usr_…`, `cli`, `file:demo.yaml`. */
  readonly actor: string;
  /** The target, if it is not the actor: `role:clerk`. */
  readonly target?: string;
  readonly ip?: string;
  readonly requestId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A stored event; `id` grows with time and is the position of a reader. */
export interface StoredAuditEvent extends AuditEvent {
  readonly id: number;
}

/** The number of events in one minute, for charts. `name` is like `tokens_issued`, `label` is like a reason. */
export interface CounterIncrement {
  readonly minute: number;
  readonly name: string;
  readonly label: string;
  readonly count: number;
}
