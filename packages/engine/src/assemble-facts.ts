import type { PrincipalAssignments } from "./compiled-assignment.ts";
import type { InstanceKey, PrincipalKey } from "./entities.ts";
import type { Ceiling, Facts, InstanceFacts } from "./facts.ts";
import type { Model } from "./model.ts";
import type { Subject } from "./subject.ts";
import { EVERY_USER, isPrincipalOf } from "./values/principal-key.ts";

/** About whom, and about which instances, facts are wanted. */
export interface FactRequest {
  readonly subject: Subject;
  readonly instances: readonly InstanceKey[];
}

/** The assignments of one principal, and for a user the groups that name it as a member. */
export interface PrincipalFacts extends PrincipalAssignments {
  readonly groups: readonly PrincipalKey[];
}

/** Permission data by key, all of one revision. Undefined where a value is not at hand yet. */
export interface FactLookups {
  readonly revision: number;
  model(): Model | undefined;
  principal(key: PrincipalKey): PrincipalFacts | undefined;
  instance(key: InstanceKey): InstanceFacts | undefined;
}

/**
 * Collects the facts of a decision. Undefined when a lookup had none; all lookups that can be made without it are made
 * nevertheless, so that the missing values can be read together.
 */
export function assembleFacts({ subject, instances }: FactRequest, lookups: FactLookups): Facts | undefined {
  const model = lookups.model();
  const principal = lookups.principal(subject.principal);
  const ceiling = subject.account && assembleCeiling(subject.account, lookups);
  const found = instances.length === 0 ? NO_INSTANCES : findInstances(instances, lookups);
  if (!model || !principal) return undefined;
  const assignmentsByPrincipal = collectAssignments(principal, model, lookups);
  if (!assignmentsByPrincipal || !found || (subject.account && !ceiling)) return undefined;
  return {
    revision: lookups.revision,
    model,
    subject: subject.attributes,
    principal: principal.principal,
    groups: principal.groups,
    assignmentsByPrincipal,
    ceiling,
    instances: found,
  };
}

/** The assignments of a principal itself, of its groups and of the groups above them. */
function collectAssignments(
  principal: PrincipalFacts,
  model: Model,
  lookups: FactLookups,
): readonly PrincipalAssignments[] | undefined {
  const isUser = isPrincipalOf("user", principal.principal);
  const everyUser = isUser ? lookups.principal(EVERY_USER) : undefined;
  // Most users are in no group.
  if (everyUser && principal.groups.length === 0) return [principal, everyUser];
  const assignmentsByPrincipal: PrincipalAssignments[] = [principal];
  let isComplete = true;
  const add = (key: PrincipalKey) => {
    const found = lookups.principal(key);
    if (found) assignmentsByPrincipal.push(found);
    else isComplete = false;
  };
  if (everyUser) assignmentsByPrincipal.push(everyUser);
  else if (isUser) isComplete = false;
  else if (!isPrincipalOf("group", principal.principal)) return assignmentsByPrincipal;
  for (const group of groupsIncluding(principal, model)) add(group);
  return isComplete ? assignmentsByPrincipal : undefined;
}

function groupsIncluding({ principal, groups }: PrincipalFacts, model: Model): Iterable<PrincipalKey> {
  if (isPrincipalOf("group", principal)) return model.groupsAbove(principal);
  if (groups.length === 0) return groups;
  return new Set([...groups, ...groups.flatMap(model.groupsAbove)]);
}

function assembleCeiling(
  { principal, ceiling }: NonNullable<Subject["account"]>,
  lookups: FactLookups,
): Ceiling | undefined {
  const own = lookups.principal(principal);
  return own && { principal, permissions: ceiling, assignmentsByPrincipal: [own] };
}

const NO_INSTANCES: ReadonlyMap<InstanceKey, InstanceFacts> = new Map();

function findInstances(
  keys: readonly InstanceKey[],
  lookups: FactLookups,
): ReadonlyMap<InstanceKey, InstanceFacts> | undefined {
  const found = new Map<InstanceKey, InstanceFacts>();
  for (const key of keys) {
    const instance = lookups.instance(key);
    if (instance) found.set(key, instance);
  }
  return found.size === new Set(keys).size ? found : undefined;
}
