import type {
  Assignment,
  CustomPermission,
  Instance,
  InstanceKey,
  Membership,
  PrincipalKey,
  Resource,
  Role,
} from "./entities.ts";

/** Something read from the database, and the revision it was true at (read in the same snapshot). */
export interface AtRevision<T> {
  readonly revision: number;
  readonly value: T;
}

/** The part of the permission data that every decision needs and that is small enough to keep whole. */
export interface ModelData {
  readonly resources: readonly Resource[];
  readonly permissions: readonly CustomPermission[];
  readonly roles: readonly Role[];
  /** Memberships of groups in groups only; users are looked up one by one. */
  readonly groupNesting: readonly Membership[];
}

export interface PermissionStore {
  loadModel(): Promise<AtRevision<ModelData>>;
  /** The assignments of one principal, exactly as stored: expired ones included. */
  assignmentsOf(principal: PrincipalKey): Promise<AtRevision<readonly Assignment[]>>;
  /** The groups that name this user as a direct member. */
  groupsOf(member: PrincipalKey): Promise<AtRevision<readonly string[]>>;
  /** The instance and its ancestors, nearest first; empty when it is not registered. At most 32 levels are read. */
  instanceChain(instance: InstanceKey): Promise<AtRevision<readonly Instance[]>>;
}
