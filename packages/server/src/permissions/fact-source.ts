import {
  assembleFacts,
  type FactLookups,
  type FactRequest,
  type PrincipalFacts,
} from "@licet/engine/internal/assemble-facts.ts";
import type { Condition } from "@licet/engine/internal/conditions/condition.ts";
import { compileOrNeverHolds } from "@licet/engine/internal/conditions/stored-condition.ts";
import { describeInstance } from "@licet/engine/internal/describe-instance.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { Facts, InstanceFacts } from "@licet/engine/internal/facts.ts";
import { compileModel, type Model } from "@licet/engine/internal/model.ts";
import { memoize } from "@licet/engine/internal/values/bounded-cache.ts";
import type { ChangeFeed, Topic } from "../core/feed/change-feed.ts";
import { createFeedCache, type FeedCache } from "../core/feed/feed-cache.ts";
import { createPrincipalCache } from "./principal-cache.ts";
import { retryUntilStable } from "./retry-until-stable.ts";
import type { PermissionStore } from "./stores.ts";

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
    load: async (key) => {
      const { revision, value } = await store.findInstanceChain(key as InstanceKey);
      return { revision, value: describeInstance(key as InstanceKey, value) };
    },
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

  const caches: Caches = { models, principals, instances };

  // Synchronous from the first lookup to the last: no change can be heard in between, so all is of one revision.
  function gatherCached(request: FactRequest): Facts | Promise<unknown> {
    const lookups = new CachedLookups(feed.revision, caches);
    return assembleFacts(request, lookups) ?? Promise.all(lookups.missing);
  }

  return {
    gatherCached,
    // Each attempt reads what is missing. More are only needed while changes of just this data are coming in.
    gather: (request) =>
      retryUntilStable(async () => {
        const gathered = gatherCached(request);
        if (!(gathered instanceof Promise)) return gathered;
        await gathered;
        return undefined;
      }),
    model: async () => models.get("model"),
  };
}

interface Caches {
  readonly models: FeedCache<Model>;
  readonly principals: FeedCache<PrincipalFacts>;
  readonly instances: FeedCache<InstanceFacts>;
}

/** The lookups of one request. */
class CachedLookups implements FactLookups {
  readonly revision: number;
  /** What the request has to wait for. */
  readonly missing: Promise<unknown>[] = [];
  readonly #caches: Caches;

  constructor(revision: number, caches: Caches) {
    this.revision = revision;
    this.#caches = caches;
  }

  model(): Model | undefined {
    return this.#lookUp(this.#caches.models, "model");
  }

  principal(key: PrincipalKey): PrincipalFacts | undefined {
    return this.#lookUp(this.#caches.principals, key);
  }

  instance(key: InstanceKey): InstanceFacts | undefined {
    return this.#lookUp(this.#caches.instances, key);
  }

  #lookUp<V>(cache: FeedCache<V>, key: string): V | undefined {
    const value = cache.get(key);
    if (!(value instanceof Promise)) return value;
    this.missing.push(value);
    return undefined;
  }
}

/** Most conditions are repeated over many assignments; each text is compiled once. */
const compileOnce = (compile: (source: string) => Condition): ((source: string) => Condition) =>
  memoize(CACHED_CONDITIONS, (source) => compileOrNeverHolds(source, compile));
