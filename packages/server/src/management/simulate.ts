import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clients } from "../accounts/clients.ts";
import { createSubjects } from "../accounts/subjects.ts";
import type { Users } from "../accounts/users.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { UnavailableError } from "../core/errors.ts";
import type { Clock } from "../core/time.ts";
import {
  type CheckAnswer,
  type CheckContext,
  type CheckQuestion,
  contextOf,
  createCheck,
} from "../permissions/check.ts";
import type { Condition } from "../permissions/conditions/condition.ts";
import type { InstanceKey, PrincipalKey } from "../permissions/entities.ts";
import { createFactSource, type FactSource } from "../permissions/fact-source.ts";
import { findHeldPermissions } from "../permissions/list-permissions.ts";
import type { PermissionStore, SearchStore } from "../permissions/stores.ts";
import {
  createGatherSubjectFacts,
  type GatherSubjectFacts,
  type SubjectReference,
} from "../permissions/subject-facts.ts";
import type { SubjectSource } from "../permissions/subjects.ts";
import type { Change } from "../state/change.ts";
import { findAffected, instancesNamed } from "./simulate-affected.ts";
import { createDraftClients, createDraftUsers } from "./simulate-draft-accounts.ts";
import { createDraftStore } from "./simulate-draft-store.ts";

export interface SimulationRequest {
  /** As they were planned: in the order in which they would be written. */
  readonly changes: readonly Change[];
  readonly checks: readonly CheckQuestion[];
  /** The circumstances under which rights are compared. */
  readonly context?: CheckContext;
}

export interface Simulation {
  /** What the changes were tried on. */
  readonly revision: number;
  readonly checks: readonly { readonly before: CheckAnswer; readonly after: CheckAnswer }[];
  /** Those who would gain or lose something, in the order of their keys. */
  readonly subjects: readonly SubjectDifference[];
  /** There was more than could be compared: `subjects` is not the whole story. */
  readonly truncated: boolean;
}

export interface SubjectDifference {
  readonly subject: PrincipalKey;
  readonly gains: readonly HeldRight[];
  readonly losses: readonly HeldRight[];
}

export interface HeldRight {
  readonly permission: string;
  /** Absent: everywhere. */
  readonly at?: InstanceKey;
}

export type Simulate = (request: SimulationRequest, atLeast?: number) => Promise<Simulation>;

const MAX_SUBJECTS = 1_000;
const MAX_INSTANCES = 100;
/** Lists of rights that are made on each side: bounds what one call can cost. */
const MAX_LISTS = 20_000;
const MAX_ATTEMPTS = 5;
/** Comparing needs no reading once all is cached, and would keep everybody else waiting. */
const SUBJECTS_PER_TURN = 20;

/** Tries changes on a draft: who would gain and lose what, and what checks would answer. Nothing is written. */
export function createSimulate(dependencies: {
  readonly store: PermissionStore;
  readonly search: SearchStore;
  readonly users: Users;
  readonly clients: Clients;
  readonly subjects: SubjectSource;
  readonly factSource: FactSource;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly compileCondition: (source: string) => Condition;
}): Simulate {
  const { store, search, users, clients, subjects, factSource, feed, clock } = dependencies;

  function draft(changes: readonly Change[], revision: number): World {
    const standing = standStill(revision);
    return {
      feed: standing,
      factSource: createFactSource({
        store: createDraftStore(store, changes),
        feed: standing,
        compileCondition: dependencies.compileCondition,
      }),
      subjects: createSubjects({
        users: createDraftUsers(users, changes),
        clients: createDraftClients(clients, changes),
        clock,
      }),
      clock,
    };
  }

  async function attempt({ changes, checks, context }: SimulationRequest): Promise<Simulation> {
    const { revision } = feed;
    const before: World = { feed, factSource, subjects, clock };
    const after = draft(changes, revision);
    const answers = [await createCheck(before).many(checks), await createCheck(after).many(checks)] as const;
    const difference = await compare(search, changes, before, after, contextOf(context, clock));
    if (feed.revision !== revision) throw new OvertakenError(feed.revision);
    return {
      revision,
      checks: checks.map((_, index) => ({
        before: answers[0][index] as CheckAnswer,
        after: answers[1][index] as CheckAnswer,
      })),
      ...difference,
    };
  }

  return async (request, atLeast) => {
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      await feed.confirm(attempts === 1 ? atLeast : undefined);
      try {
        return await attempt(request);
      } catch (error) {
        if (!(error instanceof OvertakenError)) throw error;
        await feed.confirm(error.revision);
      }
    }
    throw new UnavailableError("the permission data changes faster than changes can be tried on it");
  };
}

/** One side of the comparison. */
interface World {
  readonly feed: ChangeFeed;
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly clock: Clock;
}

/** Both sides must be of one revision. */
class OvertakenError extends Error {
  override readonly name = "OvertakenError";
  readonly revision: number;
  constructor(revision: number) {
    super("the state has changed meanwhile");
    this.revision = revision;
  }
}

/** The feed of a draft: nothing changes in it, and what was read of a later revision is not for it. */
const standStill = (revision: number): ChangeFeed => ({
  revision,
  confirm: (atLeast = 0) => (atLeast <= revision ? undefined : Promise.reject(new OvertakenError(atLeast))),
  onChange: () => undefined,
  onReset: () => undefined,
});

async function compare(
  search: SearchStore,
  changes: readonly Change[],
  before: World,
  after: World,
  context: ReturnType<typeof contextOf>,
): Promise<Pick<Simulation, "subjects" | "truncated">> {
  const named = instancesNamed(changes);
  const instances = named.slice(0, MAX_INSTANCES);
  const limit = Math.min(MAX_SUBJECTS, Math.floor(MAX_LISTS / (instances.length + 1)));
  const models = [await before.factSource.model(), await after.factSource.model()] as const;
  const { found, more } = await atMost(limit, findAffected(search, changes, ...models));
  const gatherBefore = createGatherSubjectFacts(before);
  const gatherAfter = createGatherSubjectFacts(after);
  const subjects: SubjectDifference[] = [];
  for (const [index, subject] of found.toSorted().entries()) {
    if (index % SUBJECTS_PER_TURN === SUBJECTS_PER_TURN - 1) await nextTurn();
    const was = await rightsOf(gatherBefore, subject, instances, context);
    const is = await rightsOf(gatherAfter, subject, instances, context);
    const gains = missingIn(was, is);
    const losses = missingIn(is, was);
    if (gains.length > 0 || losses.length > 0) subjects.push({ subject, gains, losses });
  }
  return { subjects, truncated: more || named.length > instances.length };
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

/** Everything a subject holds, everywhere and at these instances, by a key of its own. */
async function rightsOf(
  gather: GatherSubjectFacts,
  principal: PrincipalKey,
  instances: readonly InstanceKey[],
  context: ReturnType<typeof contextOf>,
): Promise<ReadonlyMap<string, HeldRight>> {
  const about = await gather(referenceTo(principal), instances);
  if ("denial" in about) return new Map();
  const { facts } = about;
  const everywhere = findHeldPermissions(facts, {}, context).map(
    ({ question }): HeldRight => ({ permission: question.permission.name }),
  );
  const somewhere = instances.flatMap((at) =>
    findHeldPermissions(facts, { resource: splitKey(at) }, context).map(
      ({ question }): HeldRight => ({ permission: question.permission.name, at }),
    ),
  );
  return new Map([...everywhere, ...somewhere].map((right) => [JSON.stringify(right), right]));
}

const missingIn = (
  some: ReadonlyMap<string, HeldRight>,
  others: ReadonlyMap<string, HeldRight>,
): readonly HeldRight[] => [...others].filter(([key]) => !some.has(key)).map(([, right]) => right);

function referenceTo(principal: PrincipalKey): SubjectReference {
  const colon = principal.indexOf(":");
  return { type: principal.slice(0, colon) as SubjectReference["type"], id: principal.slice(colon + 1) };
}

function splitKey(key: InstanceKey): { readonly type: string; readonly id: string } {
  const slash = key.indexOf("/");
  return { type: key.slice(0, slash), id: key.slice(slash + 1) };
}
