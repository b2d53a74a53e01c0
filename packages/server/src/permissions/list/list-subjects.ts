import {
  type CheckContext,
  contextFrom,
  getInstanceFacts,
  type InstanceReference,
  instanceKeyOf,
} from "@licet/engine/internal/answer-check.ts";
import { decide } from "@licet/engine/internal/decide.ts";
import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { SubjectFacts } from "@licet/engine/internal/subject.ts";
import { parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { allOf } from "../../core/async/awaitable.ts";
import { retryUntilStable } from "../retry-until-stable.ts";
import type { SearchStore } from "../stores.ts";
import { createGatherSubjectFacts, type PermissionSources } from "../subject-facts.ts";
import { findHolders, type SubjectType } from "./find-holders.ts";
import { collectPage, type DecideCandidate, type ListPage, type PageRequest } from "./list-page.ts";

/** "Who may do that?" The same as asking a check about every user and every application. */
export interface ListSubjectsRequest {
  readonly permission: string;
  readonly resource?: InstanceReference;
  readonly context?: CheckContext;
  /** Both when left out. */
  readonly types?: readonly SubjectType[];
  readonly page: PageRequest;
}

/** Applications first, then users, each in the order of their ids. `next` is a principal key such as `user:usr_…`. */
export interface SubjectList extends Omit<ListPage, "items"> {
  readonly subjects: readonly { readonly type: SubjectType; readonly id: string }[];
}

export type ListSubjects = (request: ListSubjectsRequest, atLeast?: number) => Promise<SubjectList>;

export function createListSubjects(
  dependencies: PermissionSources & { readonly search: SearchStore },
): ListSubjects {
  const { factSource, search, feed, clock } = dependencies;
  const gather = createGatherSubjectFacts(dependencies);

  async function attempt(request: ListSubjectsRequest, revision: number): Promise<ListPage | undefined> {
    const { resource, types = ["user", "application"], page } = request;
    const model = await factSource.model();
    const permission = model.permissions.get(request.permission);
    const isElsewhere = resource !== undefined && permission?.resource?.name !== resource.type;
    if (!permission || isElsewhere) return { revision, items: [] };
    const context = contextFrom(request.context, clock);
    const instances = resource ? [instanceKeyOf(resource)] : [];

    const decideAbout = (about: SubjectFacts): DecideCandidate => {
      if ("denial" in about) return () => ({ holds: false, revision: about.revision });
      const { facts } = about;
      const instance = resource && getInstanceFacts(facts, resource);
      const question = instance ? { permission, context, instance } : { permission, context };
      return (meter) => ({ holds: decide(facts, question, meter).allowed, revision: facts.revision });
    };
    const candidates = findHolders({ search, model, permission, types, page });
    const examine = async (chunk: readonly string[]) => {
      const gathered = chunk.map((candidate) => gather(subjectOf(candidate as PrincipalKey), instances));
      return (await allOf(gathered)).map(decideAbout);
    };
    return collectPage({ candidates, examine, revision, request: page, clock });
  }

  return async (request, atLeast) => {
    await feed.confirm(atLeast);
    const { items, ...page } = await retryUntilStable(() => attempt(request, feed.revision));
    return { ...page, subjects: items.map((key) => subjectOf(key as PrincipalKey)) };
  };
}

/** The candidates are users and applications. */
const subjectOf = (principal: PrincipalKey) =>
  parsePrincipalKey(principal) as { readonly type: SubjectType; readonly id: string };
