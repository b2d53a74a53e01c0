import type { Instance, InstanceKey, Membership } from "@licet/engine/internal/entities.ts";
import { isPrincipalOf } from "@licet/engine/internal/values/principal-key.ts";
import type { AtRevision, PermissionStore } from "../../permissions/stores.ts";
import type { Change } from "../change.ts";
import { applyChanges, draftedValues } from "./drafted-values.ts";

/** The number of levels that a decision reads. */
const MAX_LEVELS = 32;

/** The permission data after these changes. Reads the base store and writes nothing. */
export function createDraftStore(base: PermissionStore, changes: readonly Change[]): PermissionStore {
  const instances = draftedValues("instance", changes);

  /** Reads level by level where the draft has the instance, and in one query where it does not. */
  async function chainFrom(key: InstanceKey): Promise<AtRevision<readonly Instance[]>> {
    const chain: Instance[] = [];
    let revision = 0;
    let next: InstanceKey | undefined = key;
    while (next !== undefined && chain.length < MAX_LEVELS) {
      const drafted = instances.get(next);
      if (drafted) chain.push(drafted);
      if (instances.has(next)) {
        next = drafted?.parent;
        continue;
      }
      const read: AtRevision<readonly Instance[]> = await base.findInstanceChain(next);
      const end = read.value.findIndex((level) => instances.has(keyOf(level)));
      const unchanged: readonly Instance[] = end === -1 ? read.value : read.value.slice(0, end);
      chain.push(...unchanged);
      revision = Math.max(revision, read.revision);
      next = unchanged.at(-1)?.parent;
    }
    return { revision, value: chain.slice(0, MAX_LEVELS) };
  }

  return {
    async loadModel() {
      const { revision, value } = await base.loadModel();
      const resources = applyChanges("resource", value.resources, changes);
      const permissions = applyChanges("permission", value.permissions, changes);
      const roles = applyChanges("role", value.roles, changes);
      const nesting = applyChanges("membership", value.groupNesting, changes);
      const groupNesting = nesting.filter(({ member }) => isPrincipalOf("group", member));
      return { revision, value: { resources, permissions, roles, groupNesting } };
    },
    async listAssignments(principal) {
      const { revision, value } = await base.listAssignments(principal);
      const assignments = applyChanges("assignment", value, changes);
      return { revision, value: assignments.filter((assignment) => assignment.principal === principal) };
    },
    async listGroups(member) {
      const { revision, value } = await base.listGroups(member);
      const before = value.map((group): Membership => ({ group, member: member as Membership["member"] }));
      const memberships = applyChanges("membership", before, changes);
      const own = memberships.filter((membership) => membership.member === member);
      return { revision, value: own.map(({ group }) => group) };
    },
    findInstanceChain: chainFrom,
  };
}

const keyOf = ({ resource, id }: Instance): InstanceKey => `${resource}/${id}`;
