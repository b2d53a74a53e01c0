import type { PermissionStore } from "../../permissions/stores.ts";
import type { DirectoryStore } from "../directory-store.ts";
import type { PlanningStore, StateStore } from "../stores.ts";
import { readAll } from "./read-all.ts";

/** Reads single entities for a plan: one call must not read a million assignments. */
export function createPlanningStore(
  state: StateStore,
  directory: DirectoryStore,
  permissions: Pick<PermissionStore, "loadModel">,
): PlanningStore {
  return {
    find: state.find,
    findUserByUsername: state.findUserByUsername,
    findMany: state.findMany,
    findUsers: state.findUsers,
    listAssignmentsOf: state.listAssignmentsOf,
    list: state.list,
    findReserved: state.findReserved,
    listSecrets: (owner) => readAll(directory, "secret", { owner }),
    listMembers: (group) => readAll(directory, "membership", { group }),
    listNestedGroups: async () => (await permissions.loadModel()).value.groupNesting,
    listAssignmentsOfPermission: async (permission, limit) => {
      const { items } = await directory.page("assignment", { limit, filter: { equals: { permission } } });
      return items.map(({ value }) => value);
    },
  };
}
