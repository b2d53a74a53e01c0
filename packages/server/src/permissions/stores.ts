import type { Assignment, Instance, InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { ModelData } from "@licet/engine/internal/model.ts";
import type { Topic } from "../core/feed/change-feed.ts";

/** Something read from the database, and the revision it was true at (read in the same snapshot). */
export interface AtRevision<T> {
  readonly revision: number;
  readonly value: T;
}

export interface PermissionStore {
  loadModel(): Promise<AtRevision<ModelData>>;
  /** The assignments of one principal, exactly as stored: expired ones included. None of a group that does not exist. */
  listAssignments(principal: PrincipalKey): Promise<AtRevision<readonly Assignment[]>>;
  /** The groups that name this user as a direct member. */
  listGroups(member: PrincipalKey): Promise<AtRevision<readonly string[]>>;
  /** The instance and its ancestors, nearest first; empty when it is not registered. At most 32 levels are read. */
  findInstanceChain(instance: InstanceKey): Promise<AtRevision<readonly Instance[]>>;
}

/** Searches principals and instances for lists. Every answer is in the order of ids and at most `limit` long. */
export interface SearchStore {
  /** The principals with an assignment of one of these roles or permissions (patterns such as `orders:*` included as given). */
  listPrincipalsWith(
    grants: { readonly roles: readonly string[]; readonly permissions: readonly string[] },
    range: { readonly after?: string | undefined; readonly upTo?: string },
    limit: number,
  ): Promise<readonly PrincipalKey[]>;
  /** Users who are direct members of one of these groups. */
  listUsersIn(
    groups: readonly string[],
    after: string | undefined,
    limit: number,
  ): Promise<readonly string[]>;
  listUsers(after: string | undefined, limit: number): Promise<readonly string[]>;
  /** Instance ids of a resource. */
  listInstances(resource: string, after: string | undefined, limit: number): Promise<readonly string[]>;
  /** The instances that name one of these as their parent. */
  listChildren(
    parents: readonly InstanceKey[],
    after: string | undefined,
    limit: number,
  ): Promise<readonly InstanceKey[]>;
}

/** Reads the permission data for copies outside of the server. */
export interface ReplicaStore {
  /** All that the work reads through its view is of one revision. The work holds a connection until it ends. */
  read<T>(work: (view: ReplicaView) => Promise<T>): Promise<T>;
}

/** The permission data at one revision. Records are JSON texts in the form of `@licet/engine/internal/replica/records.ts`. */
export interface ReplicaView {
  readonly revision: number;
  loadModel(): Promise<ModelData>;
  /** The texts of the conditions of assignments, page by page. A text may be in several pages. */
  listConditions(limits?: ReplicaLimits): AsyncIterable<readonly string[]>;
  /** The texts of the conditions of these principals' assignments. */
  listConditionsOf(principals: readonly string[], limits?: ReplicaLimits): Promise<readonly string[]>;
  /** All records of a kind, page by page. */
  listRecords(kind: ReplicaKind, selection: ReplicaSelection): AsyncIterable<readonly string[]>;
  /** The present records of these keys. One that is not there has a record that says so; a principal always has one. */
  readRecords(
    kind: ReplicaKind,
    keys: readonly string[],
    selection: ReplicaSelection,
  ): Promise<readonly string[]>;
  /**
   * What changed after a revision, oldest first. Undefined when the log does not reach back that far, when the revision
   * is ahead of the database, or when the changes are too many to be read at once.
   */
  listChangesAfter(revision: number): Promise<readonly ReplicaChangeEntry[] | undefined>;
}

export type ReplicaKind = "principal" | "user" | "application" | "access_account" | "instance";

/** Only assignments of these roles and of permissions of these resources, and only instances that these have or are below. */
export interface ReplicaLimits {
  readonly resources: readonly string[];
  readonly roles: readonly string[];
}

/** What records hold beside what every decision reads. */
export interface ReplicaSelection {
  readonly limits?: ReplicaLimits;
  readonly usernames: boolean;
  readonly emails: boolean;
  readonly applicationNames: boolean;
  readonly applicationTypes: boolean;
  readonly userAttributes: SelectedAttributes;
  readonly instanceAttributes: SelectedAttributes;
}

/** All, or those with these keys. */
export type SelectedAttributes = "all" | ReadonlySet<string>;

export interface ReplicaChangeEntry {
  readonly kind: string;
  readonly id: string;
  readonly topic: Topic;
}
