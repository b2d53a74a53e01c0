import { type CheckContext, contextFrom } from "@licet/engine/answer-check.ts";
import type { WorkMeter } from "@licet/engine/conditions/evaluate/work.ts";
import { decide, type Question } from "@licet/engine/decide.ts";
import type { InstanceKey } from "@licet/engine/entities.ts";
import type { Facts } from "@licet/engine/facts.ts";
import { holdsEverywhere } from "@licet/engine/holds-everywhere.ts";
import type { SubjectFacts, SubjectReference } from "@licet/engine/subject.ts";
import type { Clock } from "@licet/engine/values/time.ts";
import type { ChangeFeed } from "../../core/change-feed.ts";
import { requireTime } from "../../core/deadline.ts";
import type { FactSource } from "../fact-source.ts";
import type { SearchStore } from "../stores.ts";
import { createGatherSubjectFacts } from "../subject-facts.ts";
import type { SubjectSource } from "../subjects.ts";
import {
  chunkSize,
  collectPage,
  type DecideCandidate,
  type ListPage,
  type PageRequest,
} from "./list-page.ts";
import { retryUntilStable } from "./retry-until-stable.ts";

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

export function createListResources(dependencies: {
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly search: SearchStore;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}): ListResources {
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
    if (resource === undefined || !isNamed(facts, question)) return { revision, items: [], all };

    const examine = async (ids: readonly string[]): Promise<readonly DecideCandidate[]> => {
      if (all) return ids.map(() => () => ({ holds: true, revision }));
      const keys = ids.map((id): InstanceKey => `${resource}/${id}`);
      const there = await gather(request.subject, keys);
      return keys.map((key) => (meter) => ({
        holds: holdsAt(there, key, question, meter),
        revision: revisionOf(there),
      }));
    };
    const candidates = findCandidates(search, resource, instancesNamed(facts, resource), request.page);
    const page = await collectPage({ candidates, examine, revision, request: request.page, clock });
    return page && { ...page, all };
  }

  return async (request, atLeast) => {
    await feed.confirm(atLeast);
    return retryUntilStable(feed, (revision) => attempt(request, revision));
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

/** Whether anything that the subject has is about the permission: if not, there is nothing to search for. */
function isNamed(
  { assignmentsByPrincipal, model }: Facts,
  { permission }: Omit<Question, "instance">,
): boolean {
  const granting = model.grantsOf(permission);
  return assignmentsByPrincipal.some(({ assignments }) =>
    assignments.some(({ target: { role, permission: pattern } }) =>
      role === undefined ? permission.patterns.includes(pattern ?? "") : granting.has(role),
    ),
  );
}

/** The instances of the resource that the subject's assignments name; they need not be registered. */
function instancesNamed({ assignmentsByPrincipal }: Facts, resource: string): readonly string[] {
  const prefix = `${resource}/`;
  const ids = assignmentsByPrincipal.flatMap(({ assignments }) =>
    assignments.flatMap(({ at }) => (at?.startsWith(prefix) ? [at.slice(prefix.length)] : [])),
  );
  return [...new Set(ids)].sort();
}

/** Registered and named instances together, in the order of their ids. */
async function* findCandidates(
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
