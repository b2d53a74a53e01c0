import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { AuditEventType } from "./event-types.ts";

export type { ChangeVerb } from "./event-types.ts";

/**
 * An audit event. It never contains a secret: only identifiers, names, reasons, addresses, and the changed members of
 * what was changed.
 */
export interface AuditEvent {
  readonly at: EpochMilliseconds;
  /** `token.issued`, `api.denied`, `role.updated`, `key.rotated`, … */
  readonly type: AuditEventType;
  /** The actor: `application:reports`, `access_account:ak_…`, `user:usr_…`, `cli`, `file:demo.yaml`. */
  readonly actor: string;
  /** The target, if it is not the actor: `role:clerk`. */
  readonly target?: string;
  readonly ip?: string;
  readonly requestId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A stored event; `id` grows with time and is the position of a reader. */
export interface StoredAuditEvent extends Omit<AuditEvent, "type"> {
  readonly id: number;
  /** Servers of other versions may have stored types that this one does not know. */
  readonly type: string;
}

/** The members that a change created, changed or deleted, by the names of the API. Only the readers of the changed kind see them. */
export type ChangedMembers = Readonly<Record<string, ChangedMember>>;

/** A value that was not there is absent. A value that is too long for the event has its length instead, in bytes of JSON. */
export interface ChangedMember {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly before_length?: number;
  readonly after_length?: number;
  /** Of a password or a secret, which the event never contains. */
  readonly changed?: true;
}

/** The number of events in one minute, for charts. `name` is like `tokens_issued`, `label` is like a reason. */
export interface CounterIncrement {
  readonly minute: number;
  readonly name: string;
  readonly label: string;
  readonly count: number;
}
