import type { PrincipalFacts } from "@licet/engine/internal/assemble-facts.ts";
import {
  type CompiledAssignment,
  createCompileAssignment,
} from "@licet/engine/internal/compiled-assignment.ts";
import type { Condition } from "@licet/engine/internal/conditions/condition.ts";
import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  isPrincipalOf,
} from "@licet/engine/internal/values/principal-key.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { createFeedCache, type FeedCache } from "../core/feed/feed-cache.ts";
import type { AtRevision, PermissionStore } from "./stores.ts";

/** Half of them are always kept: 120,000 active users are read once. */
const CACHED_PRINCIPALS = 240_000;
/** The estimated size; beyond it the cache is emptied. A user with ten roles takes 310 bytes (measured). */
const CACHED_BYTES = 64 * 1024 * 1024;
const PRINCIPAL_BYTES = 230;
const SHARED_ASSIGNMENT_BYTES = 8;
const OWN_ASSIGNMENT_BYTES = 120;

const NO_GROUPS: readonly never[] = [];

export function createPrincipalCache(options: {
  readonly store: PermissionStore;
  readonly feed: ChangeFeed;
  readonly compile: (source: string) => Condition;
}): FeedCache<PrincipalFacts> {
  const { store, feed } = options;
  const compileAssignment = createCompileAssignment(options.compile);
  let bytes = 0;

  const load = async (key: string): Promise<AtRevision<PrincipalFacts>> => {
    const principal = key as PrincipalKey;
    const [assignments, groups] = await Promise.all([
      store.listAssignments(principal),
      readGroups(store, principal),
    ]);
    const compiled = assignments.value.map(compileAssignment);
    // One principal counts for at most an eighth of the limit: otherwise a very large one would empty the cache each time.
    bytes += Math.min(estimateBytes(compiled), CACHED_BYTES / 8);
    // A change of either invalidates this key, so both are current at the later of the two revisions.
    const revision = Math.max(assignments.revision, groups.revision);
    return { revision, value: { principal, groups: groups.value, assignments: compiled } };
  };
  const cache = createFeedCache<PrincipalFacts>({ feed, limit: CACHED_PRINCIPALS, load });
  return {
    ...cache,
    get(principal) {
      if (bytes > CACHED_BYTES) {
        bytes = 0;
        cache.clear();
      }
      return cache.get(principal);
    },
  };
}

async function readGroups(
  store: PermissionStore,
  principal: PrincipalKey,
): Promise<AtRevision<readonly PrincipalKey[]>> {
  // The model has the memberships of groups; the only other members are users.
  if (!isPrincipalOf("user", principal) || principal === EVERY_USER) return { revision: 0, value: NO_GROUPS };
  const { revision, value } = await store.listGroups(principal);
  return {
    revision,
    value: value.length === 0 ? NO_GROUPS : value.map((name) => formatPrincipalKey("group", name)),
  };
}

const estimateBytes = (compiled: readonly CompiledAssignment[]): number =>
  compiled.reduce(
    (sum, { at, expiresAt }) =>
      sum + (at === undefined && expiresAt === undefined ? SHARED_ASSIGNMENT_BYTES : OWN_ASSIGNMENT_BYTES),
    PRINCIPAL_BYTES,
  );
