import {
  type CheckContext,
  contextFrom,
  getInstanceFacts,
  type InstanceReference,
  instanceKeyOf,
} from "@licet/engine/internal/answer-check.ts";
import { type Decision, decide, type Question } from "@licet/engine/internal/decide.ts";
import { type AllowedExplanation, explainAllowed } from "@licet/engine/internal/explain/explain-check.ts";
import type { Facts } from "@licet/engine/internal/facts.ts";
import type { Permission } from "@licet/engine/internal/model.ts";
import type { SubjectReference } from "@licet/engine/internal/subject.ts";
import type { Attributes } from "@licet/engine/internal/values/attributes.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import {
  type CooperativeScheduler,
  createCooperativeScheduler,
  REQUEST_WORK,
  runAll,
} from "../cooperative-scheduler.ts";
import { createGatherSubjectFacts, type PermissionSources } from "../subject-facts.ts";

/** "What may this one do?" The same as asking a check about every permission of the catalogue. */
export interface ListPermissionsRequest {
  readonly subject: SubjectReference;
  /** Only permissions of this resource: at one instance, or everywhere when no id is given. */
  readonly resource?: { readonly type: string; readonly id?: string; readonly attributes?: Attributes };
  readonly context?: CheckContext;
}

export interface PermissionList {
  readonly revision: number;
  /** In the order of the catalogue. Empty for an unknown or disabled subject. */
  readonly permissions: readonly ListedPermission[];
}

export interface ListedPermission {
  readonly permission: string;
  /** The end of the assignment that decides. */
  readonly until?: EpochSeconds;
  /** The path that decides it. Few callers want it, and it takes longer than the decision. */
  explain(): AllowedExplanation;
}

/** Throws TooMuchWorkError when the conditions of all permissions take too long together. */
export type ListPermissions = (request: ListPermissionsRequest, atLeast?: number) => Promise<PermissionList>;

export function createListPermissions(dependencies: PermissionSources): ListPermissions {
  const { feed, clock } = dependencies;
  const gather = createGatherSubjectFacts(dependencies);

  return async (request, atLeast) => {
    await feed.confirm(atLeast);
    const instance = instanceAsked(request);
    const about = await gather(request.subject, instance ? [instanceKeyOf(instance)] : []);
    if ("denial" in about) return { revision: about.revision, permissions: [] };
    const { facts } = about;
    const context = contextFrom(request.context, clock);
    const held = await findHeldPermissions(facts, request, context, createCooperativeScheduler(REQUEST_WORK));
    const permissions = held.map(({ question, decision }): ListedPermission => {
      const { expiresAt } = decision;
      return {
        permission: question.permission.name,
        ...(expiresAt !== undefined && { until: expiresAt }),
        explain: () => explainAllowed({ facts, question }, decision),
      };
    });
    return { revision: facts.revision, permissions };
  };
}

export interface Held {
  readonly question: Question;
  readonly decision: Extract<Decision, { allowed: true }>;
}

/**
 * Every permission that the subject of the facts holds. The facts must know the instance that is asked about. Throws
 * TooMuchWorkError when the scheduler's limit is spent.
 */
export async function findHeldPermissions(
  facts: Facts,
  asked: Pick<ListPermissionsRequest, "resource">,
  context: Question["context"],
  scheduler: CooperativeScheduler,
): Promise<readonly Held[]> {
  const reference = instanceAsked(asked);
  const instance = reference && getInstanceFacts(facts, reference);
  const decided = await runAll(
    scheduler,
    findNamedPermissions(facts, asked),
    (permission, _, meter): Held | undefined => {
      const question = instance ? { permission, instance, context } : { permission, context };
      const decision = decide(facts, question, meter);
      return decision.allowed ? { question, decision } : undefined;
    },
  );
  return decided.filter((held) => held !== undefined);
}

/** The permissions that assignments of the subject name, in the order of the catalogue. It holds no others. */
function findNamedPermissions(
  { model, assignmentsByPrincipal }: Facts,
  { resource }: Pick<ListPermissionsRequest, "resource">,
): readonly Permission[] {
  // With their positions, because sorting compares each of them several times.
  const positions = new Map<Permission, number>();
  for (const { assignments } of assignmentsByPrincipal) {
    for (const { target } of assignments) {
      for (const permission of model.permissionsNamedBy(target)) {
        if (resource && permission.resource?.name !== resource.type) continue;
        if (!positions.has(permission)) positions.set(permission, model.positionOf(permission));
      }
    }
  }
  return [...positions].sort(([, a], [, b]) => a - b).map(([permission]) => permission);
}

function instanceAsked({
  resource,
}: Pick<ListPermissionsRequest, "resource">): InstanceReference | undefined {
  return resource?.id === undefined ? undefined : { ...resource, id: resource.id };
}
