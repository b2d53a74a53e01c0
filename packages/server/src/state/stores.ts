import type { Secret, User } from "../accounts/entities.ts";
import type { EpochSeconds } from "../core/time.ts";
import type { Assignment, Membership } from "../permissions/entities.ts";
import type { Actor, Change, Entities, EntityKind, PrincipalName } from "./change.ts";

/** A keyed hash: the only form in which the name of a deleted principal is kept. */
export type HashName = (name: PrincipalName) => string;

/** An idempotency key that a request holds, and since when: a key that was claimed again is another. */
export interface ClaimedKey {
  readonly key: string;
  readonly claimedAt: EpochSeconds;
}

export interface StateStore {
  /** The stored value with this id (see `entityId`), or undefined. */
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  findUserByUsername(username: string): Promise<User | undefined>;
  /** Everything of one kind, ordered by id. For kinds that are few, and for files; lists for people are paged elsewhere. */
  list<K extends EntityKind>(kind: K): Promise<readonly Entities[K][]>;
  /**
   * Writes every change in order, the next revision, one change-log row and one audit event per change in one
   * transaction. Deleting also deletes what cannot stand without it: secrets with their owner, access accounts with
   * their application, memberships with their group or user, assignments with their principal. The names of deleted
   * principals, and usernames that were given up, stay reserved.
   * Throws ConflictError when a unique name is taken, when a reserved one is used by an actor that may not
   * (`reusesNames`), and when an assignment or membership names a principal that is not there; then nothing was written.
   * With `expected`: ConflictError unless the state is still at that revision, VersionMismatchError unless each of
   * those things still has that version (absent: does not exist). With `claimed`: notes at the key that the request
   * had its effect; ConflictError when another request holds it by now.
   */
  commit(
    changes: readonly Change[],
    by: Actor,
    expected?: {
      readonly revision?: number;
      readonly claimed?: ClaimedKey | undefined;
      readonly versions?: readonly {
        readonly kind: EntityKind;
        readonly id: string;
        readonly version?: number;
      }[];
    },
  ): Promise<{ readonly revision: number }>;
  revision(): Promise<number>;
  /** Those of these names that are reserved. */
  findReserved(names: readonly PrincipalName[]): Promise<readonly PrincipalName[]>;
  /** Frees a reserved name, with an audit event. False when it is not reserved. */
  releaseName(name: PrincipalName, by: Actor): Promise<boolean>;
}

/**
 * What planning reads. Where a store can find these few by themselves it says so; otherwise they are looked for in the
 * list of all, which is right for a file and far too much for a single call.
 */
export interface PlanningStore
  extends Pick<StateStore, "find" | "findUserByUsername" | "list" | "findReserved"> {
  secretsOf?(owner: string): Promise<readonly Secret[]>;
  membersOf?(group: string): Promise<readonly Membership[]>;
  /** Memberships of groups in groups. */
  nestedGroups?(): Promise<readonly Membership[]>;
  /** At most `limit` of the assignments of one permission. */
  assignmentsOfPermission?(permission: string, limit: number): Promise<readonly Assignment[]>;
}
