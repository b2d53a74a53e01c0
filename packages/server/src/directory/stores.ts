import type { Assignment, Membership, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Secret, User } from "../accounts/entities.ts";
import type { Actor, Change, Entities, EntityKind, PrincipalName } from "./change.ts";

/** Licet stores the name of a deleted principal only as this keyed hash. */
export type HashName = (name: PrincipalName) => string;

/** An idempotency key that a request holds, with the time of its claim. A later claim of the key is a different one. */
export interface ClaimedKey {
  readonly key: string;
  readonly claimedAt: EpochSeconds;
}

export interface StateStore {
  /** The stored value with this id (see `entityId`), or undefined. */
  find<K extends EntityKind>(kind: K, id: string): Promise<Entities[K] | undefined>;
  findUserByUsername(username: string): Promise<User | undefined>;
  /** The existing entities of these ids, in any order, with one statement for many. */
  findMany<K extends EntityKind>(kind: K, ids: readonly string[]): Promise<readonly Entities[K][]>;
  findUsers(usernames: readonly string[]): Promise<readonly User[]>;
  listAssignmentsOf(principals: readonly PrincipalKey[]): Promise<readonly Assignment[]>;
  /** All entities of one kind, ordered by id. For kinds with few entities, and for files; the API lists in pages. */
  list<K extends EntityKind>(kind: K): Promise<readonly Entities[K][]>;
  /**
   * Writes every change in order, the next revision, one change-log row and one audit event per change in one
   * transaction. A deletion also deletes dependent entities: secrets with their owner, access accounts with their
   * application, memberships with their group or user, assignments with their principal. The names of deleted
   * principals, and former usernames, stay reserved. An appointed administrator ends every setup link.
   * Throws ConflictError when a unique name is taken, when a reserved one is used by an actor that may not
   * (`mayReuseNames`), and when an assignment or membership names a principal that is not there; then nothing was written.
   * With `expected`: ConflictError unless the state is still at that revision, VersionMismatchError unless each of
   * those entities still has that version (absent: does not exist). With `claimed`: records at the key that the request
   * took effect; ConflictError when another request holds the key now.
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
  /**
   * The same with a plan that is made while no other commit is possible, at the revision that it is given. A plan without
   * changes writes nothing. Absent where a plan could not read meanwhile.
   */
  readonly commitLocked?: <P extends { readonly changes: readonly Change[] }>(
    plan: (revision: number) => Promise<P>,
    by: () => Actor,
    options?: {
      readonly claimed?: ClaimedKey | undefined;
      /** The plan may take longer than a request. */
      readonly takesLong?: boolean;
    },
  ) => Promise<P & { readonly revision: number }>;
  revision(): Promise<number>;
  /** Gives the reserved names among the given ones. */
  findReserved(names: readonly PrincipalName[]): Promise<readonly PrincipalName[]>;
  /** Frees a reserved name, with an audit event. False when it is not reserved. */
  releaseName(name: PrincipalName, by: Actor): Promise<boolean>;
}

/**
 * The store that planning reads. A store may implement the optional lookups. Without them, planning filters the full
 * list, which suits a file and is too slow for a single API call.
 */
export interface PlanningStore
  extends Pick<StateStore, "find" | "findUserByUsername" | "list" | "findReserved"> {
  findMany?: StateStore["findMany"];
  findUsers?: StateStore["findUsers"];
  listAssignmentsOf?: StateStore["listAssignmentsOf"];
  listSecrets?(owner: string): Promise<readonly Secret[]>;
  listMembers?(group: string): Promise<readonly Membership[]>;
  /** Memberships of groups in groups. */
  listNestedGroups?(): Promise<readonly Membership[]>;
  /** At most `limit` of the assignments of one permission. */
  listAssignmentsOfPermission?(permission: string, limit: number): Promise<readonly Assignment[]>;
}
