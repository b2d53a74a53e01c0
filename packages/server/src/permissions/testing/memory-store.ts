import type { Instance, InstanceKey } from "@licet/engine/internal/entities.ts";
import type { World } from "@licet/engine/internal/testing/oracle.ts";
import type { PermissionStore } from "../stores.ts";

/** The port over plain lists, at revision 1 for ever. */
export function createMemoryStore(world: World): PermissionStore {
  const at = <T>(value: T) => Promise.resolve({ revision: 1, value });
  return {
    loadModel: () => at(world),
    listAssignments: (principal) => at(world.assignments.filter((one) => one.principal === principal)),
    listGroups: (member) =>
      at(world.memberships.filter((one) => one.member === member).map(({ group }) => group)),
    findInstanceChain: (key) => at(chainOf(world, key)),
  };
}

function chainOf({ instances }: World, start: InstanceKey): readonly Instance[] {
  const chain: Instance[] = [];
  let level = instances.find(({ resource, id }) => `${resource}/${id}` === start);
  while (level) {
    chain.push(level);
    const { parent }: Instance = level;
    level = instances.find(({ resource, id }) => `${resource}/${id}` === parent);
  }
  return chain;
}
