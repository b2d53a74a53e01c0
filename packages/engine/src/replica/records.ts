import type { Attributes } from "../values/attributes.ts";
import type { EpochSeconds } from "../values/time.ts";

/**
 * What decisions read, as a copy outside of the server holds it: the lines of a snapshot and the contents of changes.
 * A record replaces the one before with the same key. Descriptions, secrets and sessions are never in it; names, email
 * addresses and attributes only where a condition reads them (`SnapshotStart.reads`).
 */
export type ReplicaRecord =
  | ModelRecord
  | PrincipalRecord
  | UserRecord
  | ApplicationRecord
  | AccessAccountRecord
  | InstanceRecord
  | RemovedRecord;

/** The first line of a snapshot. */
export interface SnapshotStart {
  readonly kind: "snapshot";
  /** All records of the snapshot are true at this revision. */
  readonly revision: number;
  /**
   * The stored members that conditions read, such as `subject.email` or `subject.attributes.department`; `*` stands for
   * all. A follower of changes names them again, and is told to begin anew when a condition reads more.
   */
  readonly reads: readonly string[];
  /** The resources that the snapshot is limited to; all when absent. */
  readonly resources?: readonly string[];
  /** True when users can be looked up by their username. */
  readonly usernames: boolean;
}

/** The last line of a snapshot. Without it, the snapshot was cut off. */
export interface SnapshotEnd {
  readonly kind: "end";
  /** The number of records between the first line and this one. */
  readonly records: number;
}

export type SnapshotLine = SnapshotStart | ReplicaRecord | SnapshotEnd;

/** Catalogue, roles and groups in groups: always sent whole. */
export interface ModelRecord {
  readonly kind: "model";
  readonly resources: readonly { readonly name: string; readonly actions: readonly string[] }[];
  /** Permissions that belong to no resource. */
  readonly permissions: readonly string[];
  readonly roles: readonly {
    readonly name: string;
    readonly inherits: readonly string[];
    readonly grants: readonly { readonly permission: string; readonly when?: string }[];
  }[];
  /** Memberships of groups in groups. */
  readonly nesting: readonly { readonly group: string; readonly member: string }[];
}

/** All assignments of a principal, and for a user the groups that name it as a member. Neither: nothing is known of it. */
export interface PrincipalRecord {
  readonly kind: "principal";
  /** `user:usr_…`, `group:editors`, `application:shop`, `access_account:ak_…`, `user:*` */
  readonly key: string;
  readonly assignments: readonly ReplicaAssignment[];
  readonly groups?: readonly string[];
}

export interface ReplicaAssignment {
  readonly role?: string;
  readonly permission?: string;
  readonly at?: string;
  readonly when?: string;
  readonly expires_at?: EpochSeconds;
}

export interface UserRecord {
  readonly kind: "user";
  readonly id: string;
  readonly enabled: boolean;
  readonly username?: string;
  readonly email?: string;
  readonly attributes?: Attributes;
}

export interface ApplicationRecord {
  readonly kind: "application";
  readonly id: string;
  readonly enabled: boolean;
  readonly name?: string;
  readonly type?: string;
}

export interface AccessAccountRecord {
  readonly kind: "access_account";
  readonly access_key: string;
  readonly application: string;
  readonly enabled: boolean;
  readonly ceiling?: readonly string[];
  readonly expires_at?: EpochSeconds;
}

export interface InstanceRecord {
  readonly kind: "instance";
  /** `orders/42` */
  readonly key: string;
  readonly parent?: string;
  readonly attributes?: Attributes;
}

/** A user, an application, an access account or an instance that is no longer there. */
export interface RemovedRecord {
  readonly kind: "removed";
  readonly of: "user" | "application" | "access_account" | "instance";
  /** The id, the access key or the key of the instance. */
  readonly id: string;
}

/**
 * `change`: the records make the copy current at `revision`. `elapsed`: the milliseconds from the beginning of the
 * stream to the moment at which `revision` was known to be the newest, by a clock that never jumps. The reader adds it
 * to the time at which it sent its request, so its copy is never younger than it believes.
 */
export interface ReplicaChange {
  readonly revision: number;
  readonly elapsed: number;
  readonly records: readonly ReplicaRecord[];
}

/** `beat`, twice a second: nothing changed, and `revision` is still the newest. */
export interface ReplicaBeat {
  readonly revision: number;
  readonly elapsed: number;
}

/** `reset`: the copy has to be loaded again, because too much has changed or its limits no longer hold. */
export interface ReplicaReset {
  readonly revision: number;
}
