import type { CompiledAssignment, Target } from "@licet/engine/internal/compiled-assignment.ts";
import { grantsNaming } from "@licet/engine/internal/decide.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import type { Model, Permission } from "@licet/engine/internal/model.ts";
import type { ChangedGrants } from "./simulate-changed-grants.ts";
import { type InstanceTree, resourceOf } from "./simulate-instance-tree.ts";

/** One assignment that counts for a subject, on one side of the comparison. */
interface Counted {
  readonly model: Model;
  readonly assignment: CompiledAssignment;
  /** Equal for the same assignment on both sides. */
  readonly key: string;
  /** It is one of an access account itself, which raises the ceiling. */
  readonly raisesCeiling: boolean;
}

/** The maximum number of instances at which one subject is compared. */
export const MAX_INSTANCES = 100;

/**
 * The instances at which the permissions of a subject could differ, or a few more than MAX_INSTANCES of them. An assignment holds for its instance and everything
 * below, so what differs below differs there as well. Instances below are needed only where that does not tell: for
 * permissions of another resource than the instance's, and for conditions that read the instance.
 */
export type FindInstances = (
  subject: PrincipalKey,
  /** Undefined when the subject does not exist, or is disabled. */
  facts: { readonly before: Facts | undefined; readonly after: Facts | undefined },
) => Promise<ReadonlySet<InstanceKey>>;

export function createFindInstances(
  changed: ChangedGrants,
  tree: InstanceTree,
  /** The subjects whose own data is changed: every condition about them may have another outcome. */
  altered: ReadonlySet<PrincipalKey>,
): FindInstances {
  return async (subject, { before, after }) => {
    const instances = new Set<InstanceKey>(tree.changed);
    const sides = [countedOf(before), countedOf(after)] as const;
    const readsInstance = createReadsInstance([...sides[0].values(), ...sides[1].values()]);
    const isAltered = altered.has(subject) || altered.has((before ?? after)?.principal ?? subject);
    const isWhole = isAltered || !before || !after;
    for (const [index, side] of sides.entries()) {
      const other = sides[1 - index] as typeof side;
      for (const counted of side.values()) {
        if (instances.size > MAX_INSTANCES) return instances;
        const isOneSided = isWhole || counted.raisesCeiling || !other.has(counted.key);
        const permissions = isOneSided ? permissionsNamed(counted) : changedOf(counted.assignment, changed);
        if (permissions.length > 0)
          await addReach(instances, counted.assignment, permissions, { tree, readsInstance, sides });
      }
    }
    addMoved(instances, tree, readsInstance, [before?.model, after?.model]);
    return instances;
  };
}

function countedOf(facts: Facts | undefined): ReadonlyMap<string, Counted> {
  const counted = new Map<string, Counted>();
  if (!facts) return counted;
  const { model, assignmentsByPrincipal, ceiling } = facts;
  const add = (all: Facts["assignmentsByPrincipal"], raisesCeiling: boolean) => {
    for (const { principal, assignments } of all)
      for (const assignment of assignments) {
        const { target, at, expiresAt } = assignment;
        const { role, permission, condition } = target;
        const key = JSON.stringify([principal, role, permission, condition?.source, at, expiresAt]);
        counted.set(key, { model, assignment, key, raisesCeiling });
      }
  };
  add(assignmentsByPrincipal, false);
  add(ceiling?.assignmentsByPrincipal ?? [], true);
  return counted;
}

const changedOf = ({ target }: CompiledAssignment, { byRole, byPattern }: ChangedGrants) =>
  (target.role === undefined ? byPattern.get(target.permission ?? "") : byRole.get(target.role)) ?? [];

/** A principal may have thousands of assignments, but of few roles and permissions. */
const namedByModel = new WeakMap<Model, Map<string, readonly Permission[]>>();

function permissionsNamed({ model, assignment }: Counted): readonly Permission[] {
  const { role, permission } = assignment.target;
  const key = JSON.stringify([role, permission]);
  const known = namedByModel.get(model) ?? new Map<string, readonly Permission[]>();
  namedByModel.set(model, known);
  const named =
    known.get(key) ??
    [...model.permissions.values()].filter((one) => grantsNaming(assignment, one, model.grantsOf(one)));
  known.set(key, named);
  return named;
}

type ReadsInstance = (permission: Permission) => boolean;

/** Tells whether the outcome of a condition on which the permission depends could differ between instances. */
function createReadsInstance(counted: readonly Counted[]): ReadsInstance {
  const known = new Map<string, boolean>();
  // Equal assignments at different instances share their target.
  const targets = new Map<Target, Counted>(counted.map((one) => [one.assignment.target, one]));
  const isRead = (permission: Permission) =>
    targets.values().some(({ model, assignment }) => {
      const grants = grantsNaming(assignment, permission, model.grantsOf(permission));
      if (!grants) return false;
      const { condition } = assignment.target;
      return condition?.readsInstance || grants.some((grant) => grant?.condition?.readsInstance);
    });
  return (permission) => {
    const answer = known.get(permission.name) ?? isRead(permission);
    known.set(permission.name, answer);
    return answer;
  };
}

/** Adds the instances at which an assignment could give these permissions, on one side only. */
async function addReach(
  instances: Set<InstanceKey>,
  { at }: CompiledAssignment,
  permissions: readonly Permission[],
  about: {
    readonly tree: InstanceTree;
    readonly readsInstance: ReadsInstance;
    readonly sides: readonly ReadonlyMap<string, Counted>[];
  },
): Promise<void> {
  const { tree, readsInstance, sides } = about;
  const own = at && resourceOf(at);
  if (at !== undefined) instances.add(at);
  const resources = new Set<string>();
  for (const permission of permissions) {
    const resource = permission.resource?.name;
    if (resource === undefined || resources.has(resource)) continue;
    if ((own !== undefined && own !== resource) || readsInstance(permission)) resources.add(resource);
  }
  if (resources.size === 0) return;
  const add = (key: InstanceKey | undefined) => {
    if (key !== undefined && resources.has(resourceOf(key))) instances.add(key);
  };
  if (at !== undefined) return (await tree.below(at)).forEach(add);
  for (const resource of resources) (await tree.ofResource(resource)).forEach(add);
  // An assignment may name an instance that is not registered.
  for (const side of sides) for (const { assignment } of side.values()) add(assignment.at);
}

/** Adds the instances below those that get another parent. */
function addMoved(
  instances: Set<InstanceKey>,
  { moved }: InstanceTree,
  readsInstance: ReadsInstance,
  models: readonly (Model | undefined)[],
): void {
  const isRead = (resource: string) =>
    models.some((model) => model?.permissionsOf(resource).some(readsInstance));
  for (const [top, below] of moved)
    for (const key of below)
      if (resourceOf(key) !== resourceOf(top) || isRead(resourceOf(key))) instances.add(key);
}
