import type { ChangeFeed, Topic } from "../core/change-feed.ts";
import { createFeedCache } from "../core/feed-cache.ts";
import type { Condition } from "./conditions/condition.ts";
import type { InstanceKey, PrincipalKey } from "./entities.ts";
import type { Ceiling, Facts, InstanceFacts } from "./facts.ts";
import { type CompiledAssignment, compileModel, type Model } from "./model.ts";
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
  model(): Promise<Model>;
}

const CACHED_PRINCIPALS = 50_000;
const CACHED_MEMBERS = 50_000;
const CACHED_INSTANCES = 20_000;
const CACHED_CONDITIONS = 10_000;

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
  const assignments = createFeedCache<readonly CompiledAssignment[]>({
    feed,
    limit: CACHED_PRINCIPALS,
    load: async (principal) => {
      const { revision, value } = await store.assignmentsOf(principal as PrincipalKey);
      const compiled = value.map((assignment) =>
        assignment.when === undefined ? { assignment } : { assignment, condition: compile(assignment.when) },
      );
      return { revision, value: compiled };
    },
  });
  const memberships = createFeedCache<readonly string[]>({
    feed,
    limit: CACHED_MEMBERS,
    load: (member) => store.groupsOf(member as PrincipalKey),
  });
  const instances = createFeedCache<InstanceFacts>({
    feed,
    limit: CACHED_INSTANCES,
    load: async (key) => {
      const { revision, value: chain } = await store.instanceChain(key as InstanceKey);
      const path = chain.length === 0 ? [key as InstanceKey] : chain.map((level) => instanceKey(level));
      const id = key.slice(key.indexOf("/") + 1);
      return { revision, value: { id, attributes: chain[0]?.attributes ?? {}, path } };
    },
  });

  const forget = (topic: Topic) => {
    if (topic === "model") models.clear();
    else if (topic === "instances") instances.clear();
    else if (topic.startsWith("assignments:")) assignments.invalidate(topic.slice("assignments:".length));
    else if (topic.startsWith("members:")) memberships.invalidate(topic.slice("members:".length));
  };
  feed.onChange((topics) => topics.forEach(forget));
  feed.onReset(() => {
    for (const cache of [models, assignments, memberships, instances]) cache.clear();
  });

  const principalsOf = async (principal: PrincipalKey, model: Model): Promise<readonly PrincipalKey[]> => {
    const above = (group: string) => model.groupsAbove(group).map((name): PrincipalKey => `group:${name}`);
    if (principal.startsWith("group:")) return [principal, ...above(principal.slice("group:".length))];
    if (!principal.startsWith("user:")) return [principal];
    const direct = await memberships.get(principal);
    const groups = direct.flatMap((group): PrincipalKey[] => [`group:${group}`, ...above(group)]);
    return [principal, "user:*", ...new Set(groups)];
  };

  const assignmentsOf = async (
    principal: PrincipalKey,
    model: Model,
  ): Promise<readonly CompiledAssignment[]> => {
    const principals = await principalsOf(principal, model);
    if (principals.length === 1) return assignments.get(principal);
    return (await Promise.all(principals.map((key) => assignments.get(key)))).flat();
  };

  const ceilingOf = async (account: Subject["account"], model: Model): Promise<{ ceiling?: Ceiling }> => {
    if (!account) return {};
    const own = await assignmentsOf(account.principal, model);
    return { ceiling: { permissions: account.ceiling, assignments: own } };
  };

  const model = async () => models.get("model");

  return {
    model,
    async gather({ subject, instances: keys }) {
      for (;;) {
        const { revision } = feed;
        const compiled = await model();
        const facts: Facts = {
          revision,
          model: compiled,
          subject: subject.attributes,
          assignments: await assignmentsOf(subject.principal, compiled),
          ...(await ceilingOf(subject.account, compiled)),
          instances: await gatherInstances(keys, instances.get),
        };
        // A change was heard while these were gathered: some may be from before it. Gather again.
        if (feed.revision === revision) return facts;
      }
    },
  };
}

const NO_INSTANCES: ReadonlyMap<InstanceKey, InstanceFacts> = new Map();

async function gatherInstances(
  keys: readonly InstanceKey[],
  get: (key: string) => InstanceFacts | Promise<InstanceFacts>,
): Promise<ReadonlyMap<InstanceKey, InstanceFacts>> {
  if (keys.length === 0) return NO_INSTANCES;
  return new Map(await Promise.all(keys.map(async (key) => [key, await get(key)] as const)));
}

const instanceKey = (instance: { resource: string; id: string }): InstanceKey =>
  `${instance.resource}/${instance.id}`;

/** Most conditions are repeated over many assignments; each text is compiled once. */
function compileOnce(compile: (source: string) => Condition): (source: string) => Condition {
  const compiled = new Map<string, Condition>();
  return (source) => {
    let condition = compiled.get(source);
    if (!condition) {
      if (compiled.size >= CACHED_CONDITIONS) compiled.clear();
      condition = compileOrNeverHolds(source, compile);
      compiled.set(source, condition);
    }
    return condition;
  };
}

/** Conditions are checked when they are written. One that does not compile all the same must not grant anything. */
function compileOrNeverHolds(source: string, compile: (source: string) => Condition): Condition {
  try {
    return compile(source);
  } catch {
    return { source, evaluate: () => "missing", values: () => ({}) };
  }
}
