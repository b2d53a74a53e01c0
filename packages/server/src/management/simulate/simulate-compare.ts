import { setImmediate as nextTurn } from "node:timers/promises";
import type { ChangeFeed } from "../../core/change-feed.ts";
import { TooMuchWorkError } from "../../core/errors.ts";
import { parsePrincipalKey } from "../../core/principal-key.ts";
import type { Clock } from "../../core/time.ts";
import {
  type CooperativeScheduler,
  createCooperativeScheduler,
  REQUEST_WORK,
} from "../../permissions/cooperative-scheduler.ts";
import type { Context } from "../../permissions/decide.ts";
import type { InstanceKey, PrincipalKey } from "../../permissions/entities.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { findHeldPermissions } from "../../permissions/list/list-permissions.ts";
import type { SearchStore } from "../../permissions/stores.ts";
import { createGatherSubjectFacts, type GatherSubjectFacts } from "../../permissions/subject-facts.ts";
import type { SubjectSource } from "../../permissions/subjects.ts";
import type { Change } from "../../state/change.ts";
import { findAffected, instancesNamed } from "./simulate-affected.ts";

/** One side of the comparison. */
export interface Side {
  readonly feed: ChangeFeed;
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly clock: Clock;
}

export interface Difference {
  /** The subjects that would gain or lose a permission, in the order of their keys. */
  readonly subjects: readonly SubjectDifference[];
  /** True when there was more than could be compared: `subjects` is incomplete. */
  readonly truncated: boolean;
}

export interface SubjectDifference {
  readonly subject: PrincipalKey;
  readonly gains: readonly HeldPermission[];
  readonly losses: readonly HeldPermission[];
}

export interface HeldPermission {
  readonly permission: string;
  /** Absent: everywhere. */
  readonly at?: InstanceKey;
}

const MAX_SUBJECTS = 1_000;
const MAX_INSTANCES = 100;
/** The maximum number of permission lists on each side: it bounds the cost of one call. */
const MAX_LISTS = 20_000;
/** Comparing cached data never yields, so it would delay all other requests. */
const SUBJECTS_PER_TURN = 20;

/** The permissions of all subjects that could be affected, everywhere and at the instances that the changes name. */
export async function comparePermissions(
  search: SearchStore,
  changes: readonly Change[],
  { before, after }: { readonly before: Side; readonly after: Side },
  context: Context,
): Promise<Difference> {
  const named = instancesNamed(changes);
  const instances = named.slice(0, MAX_INSTANCES);
  const limit = Math.min(MAX_SUBJECTS, Math.floor(MAX_LISTS / (instances.length + 1)));
  const models = [await before.factSource.model(), await after.factSource.model()] as const;
  const { found, more } = await atMost(limit, findAffected(search, changes, ...models));
  const gatherBefore = createGatherSubjectFacts(before);
  const gatherAfter = createGatherSubjectFacts(after);
  const scheduler = createCooperativeScheduler(REQUEST_WORK);
  const subjects: SubjectDifference[] = [];
  let isCutShort = more || named.length > instances.length;
  try {
    for (const [index, subject] of found.toSorted().entries()) {
      if (index % SUBJECTS_PER_TURN === SUBJECTS_PER_TURN - 1) await nextTurn();
      const was = await permissionsOf(gatherBefore, subject, instances, context, scheduler);
      const is = await permissionsOf(gatherAfter, subject, instances, context, scheduler);
      const gains = missingIn(was, is);
      const losses = missingIn(is, was);
      if (gains.length > 0 || losses.length > 0) subjects.push({ subject, gains, losses });
    }
  } catch (error) {
    // Subjects compared before the conditions became too expensive were compared in full.
    if (!(error instanceof TooMuchWorkError)) throw error;
    isCutShort = true;
  }
  return { subjects, truncated: isCutShort };
}

async function atMost<T>(
  limit: number,
  items: AsyncIterable<T>,
): Promise<{ readonly found: readonly T[]; readonly more: boolean }> {
  const found = new Set<T>();
  for await (const item of items) {
    if (found.size === limit && !found.has(item)) return { found: [...found], more: true };
    found.add(item);
  }
  return { found: [...found], more: false };
}

/** The permissions of a subject, everywhere and at these instances, each under a unique key. */
async function permissionsOf(
  gather: GatherSubjectFacts,
  principal: PrincipalKey,
  instances: readonly InstanceKey[],
  context: Context,
  scheduler: CooperativeScheduler,
): Promise<ReadonlyMap<string, HeldPermission>> {
  const about = await gather(parsePrincipalKey(principal), instances);
  if ("denial" in about) return new Map();
  const { facts } = about;
  const permissions = (await findHeldPermissions(facts, {}, context, scheduler)).map(
    ({ question }): HeldPermission => ({ permission: question.permission.name }),
  );
  for (const at of instances) {
    const held = await findHeldPermissions(facts, { resource: splitKey(at) }, context, scheduler);
    permissions.push(...held.map(({ question }) => ({ permission: question.permission.name, at })));
  }
  return new Map(permissions.map((held) => [JSON.stringify(held), held]));
}

const missingIn = (
  some: ReadonlyMap<string, HeldPermission>,
  others: ReadonlyMap<string, HeldPermission>,
): readonly HeldPermission[] => [...others].filter(([key]) => !some.has(key)).map(([, held]) => held);

function splitKey(key: InstanceKey): { readonly type: string; readonly id: string } {
  const slash = key.indexOf("/");
  return { type: key.slice(0, slash), id: key.slice(slash + 1) };
}
