import type { Instance, InstanceKey, Membership, PrincipalKey } from "@licet/engine/entities.ts";
import { formatPrincipalKey, isPrincipalOf } from "@licet/engine/values/principal-key.ts";
import type { AtRevision, PermissionStore } from "../../permissions/stores.ts";
import { type Change, type Entities, type EntityKind, entityId } from "../../state/change.ts";

/** The number of levels that a decision reads. */
const MAX_LEVELS = 32;

/** The permission data after these changes. Reads the base store and writes nothing. */
export function createDraftStore(base: PermissionStore, changes: readonly Change[]): PermissionStore {
  const instances = new Map(
    changes
      .filter((change) => change.kind === "instance")
      .map((change) => [entityId(change), change.op === "put" ? change.value : undefined]),
  );

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
      const resources = fold("resource", value.resources, changes);
      const permissions = fold("permission", value.permissions, changes);
      const roles = fold("role", value.roles, changes);
      const nesting = foldMemberships(value.groupNesting, changes);
      const groupNesting = nesting.filter(({ member }) => isPrincipalOf("group", member));
      return { revision, value: { resources, permissions, roles, groupNesting } };
    },
    async listAssignments(principal) {
      const { revision, value } = await base.listAssignments(principal);
      const assignments = fold("assignment", value, changes, (change) => deletesPrincipal(change, principal));
      return { revision, value: assignments.filter((assignment) => assignment.principal === principal) };
    },
    async listGroups(member) {
      const { revision, value } = await base.listGroups(member);
      const before = value.map((group): Membership => ({ group, member: member as Membership["member"] }));
      const memberships = foldMemberships(before, changes).filter(
        (membership) => membership.member === member,
      );
      return { revision, value: memberships.map(({ group }) => group) };
    },
    findInstanceChain: chainFrom,
  };
}

const keyOf = ({ resource, id }: Instance): InstanceKey => `${resource}/${id}`;

/** True when a change deletes this principal, and so all of its assignments. */
const deletesPrincipal = (change: Change, principal: PrincipalKey): boolean =>
  change.op === "delete" && `${change.kind}:${entityId(change)}` === principal;

/** The entities of one kind after all changes, in the order of their ids. */
function fold<K extends EntityKind>(
  kind: K,
  before: readonly Entities[K][],
  changes: readonly Change[],
  endsAll: (change: Change) => boolean = () => false,
): readonly Entities[K][] {
  const idOf = (value: Entities[K]) => entityId({ op: "put", kind, value } as Change);
  const entities = new Map(before.map((value) => [idOf(value), value]));
  for (const change of changes) {
    if (endsAll(change)) entities.clear();
    if (change.kind !== kind) continue;
    if (change.op === "put") entities.set(entityId(change), change.value as Entities[K]);
    else entities.delete(entityId(change));
  }
  return [...entities].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** Memberships also end with the group and with the member. */
function foldMemberships(before: readonly Membership[], changes: readonly Change[]): readonly Membership[] {
  return changes.reduce((memberships, change) => {
    if (change.op === "delete" && (change.kind === "group" || change.kind === "user")) {
      const gone = formatPrincipalKey(change.kind, entityId(change));
      return memberships.filter(
        ({ group, member }) => member !== gone && formatPrincipalKey("group", group) !== gone,
      );
    }
    return change.kind === "membership" ? fold("membership", memberships, [change]) : memberships;
  }, before);
}
