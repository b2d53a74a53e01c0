import { memoize } from "../core/bounded-cache.ts";
import type { ChangeFeed, Topic } from "../core/change-feed.ts";
import { requireTime } from "../core/deadline.ts";
import { UnavailableError } from "../core/errors.ts";
import { createFeedCache, type FeedCache } from "../core/feed-cache.ts";
import { EVERY_USER, isPrincipalOf } from "../core/principal-key.ts";
import type { PrincipalAssignments } from "./compiled-assignment.ts";
import type { Condition } from "./conditions/condition.ts";
import { READS_EVERYTHING } from "./conditions/condition-reads.ts";
import type { InstanceKey, PrincipalKey } from "./entities.ts";
import type { Ceiling, Facts, InstanceFacts } from "./facts.ts";
import { readInstance } from "./instance-facts.ts";
import { compileModel, type Model } from "./model.ts";
import { createPrincipalCache, type PrincipalFacts } from "./principal-cache.ts";
import type { PermissionStore } from "./stores.ts";
import type { Subject } from "./subjects.ts";

/** About whom, and about which instances, facts are wanted. */
export interface FactRequest {
  readonly subject: Subject;
  readonly instances: readonly InstanceKey[];
}

export interface FactSource {
  /** Facts from the cache where it is known to be exact, all of one revision. Callers confirm the feed first. */
  gather(request: FactRequest): Promise<Facts>;
  /**
   * The same without waiting: the facts when everything is cached (the usual case), otherwise a promise that resolves
   * once more of it is. Ask again then.
   */
  gatherCached(request: FactRequest): Facts | Promise<unknown>;
  model(): Promise<Model>;
}

const CACHED_INSTANCES = 20_000;
const CACHED_CONDITIONS = 10_000;
/** Each attempt reads what is missing. More are only needed while changes of just this data are coming in. */
const MAX_ATTEMPTS = 100;

export function createFactSource(options: {
  readonly store: PermissionStore;
  readonly feed: ChangeFeed;
  readonly compileCondition: (source: string) => Condition;
}): FactSource {
  const { store, feed } = options;
  const compile = compileOnce(options.compileCondition);

  const models = createFeedCache<Model>({
    feed,
    limit: 2,
    load: async () => {
      const { revision, value } = await store.loadModel();
      return { revision, value: compileModel(value, compile) };
    },
  });
  const principals = createPrincipalCache({ store, feed, compile });
  const instances = createFeedCache<InstanceFacts>({
    feed,
    limit: CACHED_INSTANCES,
    load: (key) => readInstance(store, key as InstanceKey),
  });

  const invalidate = (topic: Topic) => {
    if (topic === "model") models.clear();
    else if (topic === "instances") instances.clear();
    else if (topic.startsWith("assignments:")) principals.invalidate(topic.slice("assignments:".length));
    else if (topic.startsWith("members:")) principals.invalidate(topic.slice("members:".length));
  };
  feed.onChange((topics) => topics.forEach(invalidate));
  feed.onReset(() => {
    for (const cache of [models, principals, instances]) cache.clear();
  });

  // Synchronous from the first lookup to the last: no change can be heard in between, so all is of one revision.
  function gatherCached({ subject, instances: keys }: FactRequest): Facts | Promise<unknown> {
    const missing: Promise<unknown>[] = [];
    const model = lookUp(models, "model", missing);
    const principal = lookUp(principals, subject.principal, missing);
    const ceiling = subject.account && gatherCeiling(subject.account, principals, missing);
    const found = keys.length === 0 ? NO_INSTANCES : findInstances(keys, instances, missing);
    if (!model || !principal) return Promise.all(missing);
    const assignmentsByPrincipal = collectAssignments(principal, model, principals, missing);
    if (missing.length > 0) return Promise.all(missing);
    return {
      revision: feed.revision,
      model,
      subject: subject.attributes,
      principal: principal.principal,
      groups: principal.groups,
      assignmentsByPrincipal,
      ceiling,
      instances: found,
    };
  }

  return {
    gatherCached,
    async gather(request) {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const gathered = gatherCached(request);
        if (!(gathered instanceof Promise)) return gathered;
        await gathered;
        requireTime();
      }
      throw new UnavailableError("the permission data changes faster than it can be read");
    },
    model: async () => models.get("model"),
  };
}

function lookUp<V>(cache: FeedCache<V>, key: string, missing: Promise<unknown>[]): V | undefined {
  const value = cache.get(key);
  if (!(value instanceof Promise)) return value;
  missing.push(value);
  return undefined;
}

/** Collects the assignments of a principal itself, of its groups and of the groups above them. */
function collectAssignments(
  principal: PrincipalFacts,
  model: Model,
  principals: FeedCache<PrincipalFacts>,
  missing: Promise<unknown>[],
): readonly PrincipalAssignments[] {
  const assignmentsByPrincipal: PrincipalAssignments[] = [principal];
  const add = (key: PrincipalKey) => {
    const principalAssignments = lookUp(principals, key, missing);
    if (principalAssignments) assignmentsByPrincipal.push(principalAssignments);
  };
  const key = principal.principal;
  if (isPrincipalOf("user", key)) add(EVERY_USER);
  else if (!isPrincipalOf("group", key)) return assignmentsByPrincipal;
  for (const group of groupsIncluding(principal, model)) add(group);
  return assignmentsByPrincipal;
}

function groupsIncluding({ principal, groups }: PrincipalFacts, model: Model): Iterable<PrincipalKey> {
  if (isPrincipalOf("group", principal)) return model.groupsAbove(principal);
  if (groups.length === 0) return groups;
  return new Set([...groups, ...groups.flatMap(model.groupsAbove)]);
}

function gatherCeiling(
  { principal, ceiling }: NonNullable<Subject["account"]>,
  principals: FeedCache<PrincipalFacts>,
  missing: Promise<unknown>[],
): Ceiling {
  const own = lookUp(principals, principal, missing);
  return { principal, permissions: ceiling, assignmentsByPrincipal: own ? [own] : [] };
}

const NO_INSTANCES: ReadonlyMap<InstanceKey, InstanceFacts> = new Map();

function findInstances(
  keys: readonly InstanceKey[],
  instances: FeedCache<InstanceFacts>,
  missing: Promise<unknown>[],
): ReadonlyMap<InstanceKey, InstanceFacts> {
  const found = new Map<InstanceKey, InstanceFacts>();
  for (const key of keys) {
    const instance = lookUp(instances, key, missing);
    if (instance) found.set(key, instance);
  }
  return found;
}

/** Most conditions are repeated over many assignments; each text is compiled once. */
const compileOnce = (compile: (source: string) => Condition): ((source: string) => Condition) =>
  memoize(CACHED_CONDITIONS, (source) => compileOrNeverHolds(source, compile));

/** Conditions are checked when they are written. One that does not compile all the same must not grant anything. */
function compileOrNeverHolds(source: string, compile: (source: string) => Condition): Condition {
  try {
    return compile(source);
  } catch {
    return {
      source,
      readsInstance: true,
      reads: [],
      membersRead: READS_EVERYTHING,
      evaluate: () => "missing",
      values: () => ({}),
    };
  }
}
