import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "@licet/engine/internal/decide.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import { parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { TooMuchWorkError } from "../../core/errors/errors.ts";
import {
  type CooperativeScheduler,
  createCooperativeScheduler,
  REQUEST_WORK,
} from "../../permissions/cooperative-scheduler.ts";
import { findHeldPermissions } from "../../permissions/list/list-permissions.ts";
import {
  createGatherSubjectFacts,
  type GatherSubjectFacts,
  type PermissionSources,
} from "../../permissions/subject-facts.ts";
import { type FindInstances, MAX_INSTANCES } from "./simulate-instances.ts";

export interface SubjectDifference {
  readonly subject: PrincipalKey;
  readonly gains: readonly HeldPermission[];
  readonly losses: readonly HeldPermission[];
}

export interface HeldPermission {
  readonly permission: string;
  /** The instance, and everything below it. Absent: everywhere. */
  readonly at?: InstanceKey;
}

/** The maximum number of instances at which all subjects together are compared: each is read on both sides. */
const MAX_ALL_INSTANCES = 500;
/** The maximum number of permission lists on each side: it bounds the cost of one call. */
const MAX_LISTS = 20_000;
/** So many assignments cost as much as a list. */
const ASSIGNMENTS_PER_LIST = 200;
/** Comparing cached data never yields, so it would delay all other requests. */
const LISTS_PER_TURN = 100;

/** Compares one subject after the other. Throws TooMuchWorkError when all together become too expensive. */
export interface SubjectComparison {
  compare(subject: PrincipalKey): Promise<SubjectDifference>;
  /** True when a subject was not compared at all of its instances. */
  readonly isCutShort: boolean;
}

export function createSubjectComparison(
  sides: { readonly before: PermissionSources; readonly after: PermissionSources },
  findInstances: FindInstances,
  context: Context,
): SubjectComparison {
  const gatherBefore = createGatherSubjectFacts(sides.before);
  const gatherAfter = createGatherSubjectFacts(sides.after);
  const scheduler = createCooperativeScheduler(REQUEST_WORK);
  const all = new Set<InstanceKey>();
  let lists = 0;
  let isCutShort = false;

  /** As many of a subject's instances as may be compared. */
  function choose(wanted: ReadonlySet<InstanceKey>): readonly InstanceKey[] {
    const chosen: InstanceKey[] = [];
    for (const key of wanted) {
      const isTooMany = chosen.length === MAX_INSTANCES || (all.size === MAX_ALL_INSTANCES && !all.has(key));
      if (isTooMany) isCutShort = true;
      else chosen.push(key);
      if (!isTooMany) all.add(key);
    }
    return chosen;
  }

  async function countLists(count: number): Promise<void> {
    const turns = Math.floor(lists / LISTS_PER_TURN);
    lists += count;
    if (lists > MAX_LISTS) throw new TooMuchWorkError();
    if (Math.floor(lists / LISTS_PER_TURN) > turns) await nextTurn();
  }

  return {
    async compare(subject) {
      const general = {
        before: await factsOf(gatherBefore, subject, []),
        after: await factsOf(gatherAfter, subject, []),
      };
      const instances = choose(await findInstances(subject, general));
      const assignments = countAssignments(general.before) + countAssignments(general.after);
      await countLists(instances.length + 1 + Math.floor(assignments / ASSIGNMENTS_PER_LIST));
      const before = await factsOf(gatherBefore, subject, instances);
      const after = await factsOf(gatherAfter, subject, instances);
      const was = await permissionsOf(before, instances, context, scheduler);
      const is = await permissionsOf(after, instances, context, scheduler);
      return {
        subject,
        gains: withoutImplied(missingIn(was, is), after),
        losses: withoutImplied(missingIn(is, was), before),
      };
    },
    get isCutShort() {
      return isCutShort;
    },
  };
}

/** Undefined when the subject does not exist, or is disabled. */
async function factsOf(
  gather: GatherSubjectFacts,
  principal: PrincipalKey,
  instances: readonly InstanceKey[],
): Promise<Facts | undefined> {
  const about = await gather(parsePrincipalKey(principal), instances);
  return "denial" in about ? undefined : about.facts;
}

const countAssignments = (facts: Facts | undefined): number =>
  facts?.assignmentsByPrincipal.reduce((sum, { assignments }) => sum + assignments.length, 0) ?? 0;

/** The permissions of a subject, everywhere and at these instances, each under a unique key. */
async function permissionsOf(
  facts: Facts | undefined,
  instances: readonly InstanceKey[],
  context: Context,
  scheduler: CooperativeScheduler,
): Promise<ReadonlyMap<string, HeldPermission>> {
  if (!facts) return new Map();
  const permissions = (await findHeldPermissions(facts, {}, context, scheduler)).map(
    ({ question }): HeldPermission => ({ permission: question.permission.name }),
  );
  for (const at of instances) {
    const held = await findHeldPermissions(facts, { resource: splitKey(at) }, context, scheduler);
    permissions.push(...held.map(({ question }) => ({ permission: question.permission.name, at })));
  }
  return new Map(permissions.map((held) => [keyOf(held.permission, held.at), held]));
}

const keyOf = (permission: string, at?: InstanceKey): string => JSON.stringify([permission, at]);

const missingIn = (
  some: ReadonlyMap<string, HeldPermission>,
  others: ReadonlyMap<string, HeldPermission>,
): ReadonlyMap<string, HeldPermission> => new Map([...others].filter(([key]) => !some.has(key)));

/** Leaves out what is gained or lost everywhere, or at an instance above, as well. */
function withoutImplied(
  found: ReadonlyMap<string, HeldPermission>,
  facts: Facts | undefined,
): readonly HeldPermission[] {
  return [...found.values()].filter(({ permission, at }) => {
    if (at === undefined) return true;
    const above = facts?.instances.get(at)?.path.slice(1) ?? [];
    return !found.has(keyOf(permission)) && !above.some((key) => found.has(keyOf(permission, key)));
  });
}

function splitKey(key: InstanceKey): { readonly type: string; readonly id: string } {
  const slash = key.indexOf("/");
  return { type: key.slice(0, slash), id: key.slice(slash + 1) };
}
