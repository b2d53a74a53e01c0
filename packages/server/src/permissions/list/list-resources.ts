import { type CheckContext, contextFrom } from "@licet/engine/internal/answer-check.ts";
import type { CompiledAssignment } from "@licet/engine/internal/compiled-assignment.ts";
import type { WorkMeter } from "@licet/engine/internal/conditions/evaluate/work.ts";
import { decide, grantsNaming, type Question } from "@licet/engine/internal/decide.ts";
import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import { holdsEverywhere } from "@licet/engine/internal/holds-everywhere.ts";
import type { Permission } from "@licet/engine/internal/model.ts";
import type { SubjectFacts, SubjectReference } from "@licet/engine/internal/subject.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { requireTime } from "../../core/time/deadline.ts";
import { retryUntilStable } from "../retry-until-stable.ts";
import type { SearchStore } from "../stores.ts";
import { createGatherSubjectFacts, type PermissionSources } from "../subject-facts.ts";
import {
  chunkSize,
  collectPage,
  type DecideCandidate,
  type ListPage,
  type PageRequest,
} from "./list-page.ts";

/** "Where may this one do that?" The same as asking a check about every instance of the permission's resource. */
export interface ListResourcesRequest {
  readonly subject: SubjectReference;
  readonly permission: string;
  readonly context?: CheckContext;
  readonly page: PageRequest;
}

/** `items` are instance ids: registered ones, and those that an assignment of the subject names. */
export interface ResourceList extends ListPage {
  /** The permission holds at every instance, also at unregistered ones. */
  readonly all: boolean;
}

export type ListResources = (request: ListResourcesRequest, atLeast?: number) => Promise<ResourceList>;

export function createListResources(
  dependencies: PermissionSources & { readonly search: SearchStore },
): ListResources {
  const { search, feed, clock } = dependencies;
  const gather = createGatherSubjectFacts(dependencies);

  async function attempt(request: ListResourcesRequest, revision: number): Promise<ResourceList | undefined> {
    const about = await gather(request.subject, []);
    if (revisionOf(about) !== revision) return undefined;
    const question = "facts" in about ? questionOf(about.facts, request, clock) : undefined;
    if (!("facts" in about) || !question) return { revision, items: [], all: false };
    const { facts } = about;
    const all = holdsEverywhere(facts, question);
    const resource = question.permission.resource?.name;
    const naming = findNaming(facts, question.permission);
    if (resource === undefined || naming.length === 0) return { revision, items: [], all };

    const examine = async (ids: readonly string[]): Promise<readonly DecideCandidate[]> => {
      if (all) return ids.map(() => () => ({ holds: true, revision }));
      const keys = ids.map((id): InstanceKey => `${resource}/${id}`);
      const there = await gather(request.subject, keys);
      return keys.map((key) => (meter) => ({
        holds: holdsAt(there, key, question, meter),
        revision: revisionOf(there),
      }));
    };
    const candidates = findCandidates(search, resource, naming, request.page);
    const page = await collectPage({ candidates, examine, revision, request: request.page, clock });
    return page && { ...page, all };
  }

  return async (request, atLeast) => {
    await feed.confirm(atLeast);
    return retryUntilStable(() => attempt(request, feed.revision));
  };
}

const revisionOf = (about: SubjectFacts): number =>
  "facts" in about ? about.facts.revision : about.revision;

function questionOf(
  { model }: Facts,
  { permission: name, context }: ListResourcesRequest,
  clock: Clock,
): Omit<Question, "instance"> | undefined {
  const permission = model.permissions.get(name);
  return permission && { permission, context: contextFrom(context, clock) };
}

function holdsAt(
  about: SubjectFacts,
  key: InstanceKey,
  question: Omit<Question, "instance">,
  meter: WorkMeter,
): boolean {
  const instance = "facts" in about ? about.facts.instances.get(key) : undefined;
  if (!("facts" in about) || instance === undefined) return false;
  return decide(about.facts, { ...question, instance }, meter).allowed;
}

/** The assignments of the subject that are about the permission. If there are none, there is nothing to search for. */
function findNaming(
  { assignmentsByPrincipal, model }: Facts,
  permission: Permission,
): readonly CompiledAssignment[] {
  const granting = model.grantsOf(permission);
  return assignmentsByPrincipal.flatMap(({ assignments }) =>
    assignments.filter((assignment) => grantsNaming(assignment, permission, granting) !== undefined),
  );
}

/**
 * The instances at which these assignments may hold, in the order of their ids. An assignment for an instance holds there
 * and below, so when all of them are for instances, only those are searched.
 */
async function* findCandidates(
  search: SearchStore,
  resource: string,
  naming: readonly CompiledAssignment[],
  request: PageRequest,
): AsyncGenerator<readonly string[]> {
  const named = [...new Set(naming.flatMap(({ at }) => at ?? []))];
  const below = naming.some(({ at }) => at === undefined) ? undefined : await findBelow(search, named);
  if (!below) return yield* findRegistered(search, resource, idsOf(named, resource), request);
  const { after } = request;
  const ids = idsOf(below, resource).filter((id) => after === undefined || id > after);
  const size = chunkSize(request);
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

/** With more instances than this, going through all of the resource is less work. */
const MAX_BELOW = 1_000;

/** These instances and all below them, whatever their resource. Undefined when they are too many. */
async function findBelow(
  search: SearchStore,
  roots: readonly InstanceKey[],
): Promise<readonly InstanceKey[] | undefined> {
  const found = new Set(roots);
  for (let level = roots; level.length > 0; ) {
    if (found.size > MAX_BELOW) return undefined;
    requireTime();
    const children = await search.listChildren(level, undefined, MAX_BELOW + 1);
    level = children.filter((child) => !found.has(child));
    for (const child of level) found.add(child);
  }
  return [...found];
}

/** The ids of the instances of one resource, in order. They need not be registered. */
function idsOf(instances: readonly InstanceKey[], resource: string): readonly string[] {
  const prefix = `${resource}/`;
  return instances
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
}

/** Registered and named instances together, in the order of their ids. */
async function* findRegistered(
  search: SearchStore,
  resource: string,
  named: readonly string[],
  request: PageRequest,
): AsyncGenerator<readonly string[]> {
  const size = chunkSize(request);
  let after = request.after;
  for (;;) {
    requireTime();
    const registered = await search.listInstances(resource, after, size);
    // Beyond the last of a full chunk there may be registered ones in between.
    const end = registered.length < size ? undefined : registered.at(-1);
    const between = named.filter(
      (id) => (after === undefined || id > after) && (end === undefined || id <= end),
    );
    const chunk = [...new Set([...registered, ...between])].sort();
    if (chunk.length > 0) yield chunk;
    if (end === undefined) return;
    after = end;
  }
}
