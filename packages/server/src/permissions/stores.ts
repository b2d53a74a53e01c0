import type { Assignment, Instance, InstanceKey, PrincipalKey } from "@licet/engine/entities.ts";
import type { ModelData } from "@licet/engine/model.ts";

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
    after: string | undefined,
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
