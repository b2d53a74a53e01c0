import { type CheckCase, type CheckDenial, type CheckQuestion, instanceKeyOf } from "../answer-check.ts";
import type { Condition } from "../conditions/condition.ts";
import { findNearest } from "../conditions/suggest.ts";
import type { DenialReason } from "../decide.ts";
import type { Model } from "../model.ts";
import { formatPrincipalKey } from "../values/principal-key.ts";
import type { NearMiss, Suggestion } from "./explanation.ts";
import { instancesToAskFor, suggestForDenial, type WorkLimit } from "./suggest-for-denial.ts";

export interface DeniedCheck {
  readonly reason: CheckDenial;
  readonly asked: CheckQuestion;
  readonly model: Model;
  readonly nearMisses: readonly NearMiss[];
  readonly work: WorkLimit;
  readonly mayReveal: MayReveal;
  /** Absent when there was nothing to decide. */
  readonly case?: CheckCase;
}

/**
 * Whether the reader may learn what comes of a condition. A role that would help is one whose conditions are met, which
 * tells about the data that they read.
 */
export type MayReveal = (condition: Condition) => boolean;

/** Suggestions for a denied check: those for any denial, and other checks that would be allowed. */
export function suggestForCheck(denied: DeniedCheck): readonly Suggestion[] {
  const { reason, asked } = denied;
  switch (reason) {
    case "unknown_subject":
      return [{ kind: reason, subject: subjectOf(asked) }];
    case "subject_disabled":
      return [{ kind: "enable_subject", subject: subjectOf(asked) }];
    case "unknown_permission":
      return nameAnother(denied);
    case "wrong_resource":
      return nameItsResource(denied);
    default:
      return suggestForDecision(reason, denied);
  }
}

function suggestForDecision(
  reason: DenialReason,
  { asked, case: decided, nearMisses, work, mayReveal }: DeniedCheck,
): readonly Suggestion[] {
  if (!decided) return [];
  const { facts, question } = decided;
  const { permission } = question;
  const roles = [...facts.model.grantsOf(permission)]
    .filter(([, grants]) => grants.every(({ condition }) => !condition || mayReveal(condition)))
    .map(([role]) => role)
    .toSorted();
  const refusal = { facts, questions: [question], nearMisses, work, roles };
  const wanted = {
    permission: permission.name,
    ...(asked.resource && { at: instanceKeyOf(asked.resource) }),
  };
  const instances = asked.resource ? [] : instancesToAskFor(refusal);
  return [
    ...instances.map((instance): Suggestion => ({ kind: "check_instance", instance })),
    ...suggestForDenial(reason, refusal, wanted),
  ];
}

const subjectOf = ({ subject: { type, id } }: CheckQuestion): string => formatPrincipalKey(type, id);

function nameAnother({ asked: { permission }, model }: DeniedCheck): readonly Suggestion[] {
  const resource = permission.slice(0, Math.max(permission.indexOf(":"), 0));
  if (model.resources.has(resource)) {
    const permissions = model.permissionsOf(resource).map(({ name }) => name);
    return [{ kind: "other_permissions", resource, permissions }];
  }
  const nearest = findNearest(permission, model.permissions.keys());
  return [{ kind: "unknown_permission", permission, ...(nearest !== undefined && { nearest }) }];
}

function nameItsResource({ asked, model }: DeniedCheck): readonly Suggestion[] {
  const resource = model.permissions.get(asked.permission)?.resource;
  return resource ? [{ kind: "use_instance_of", resource: resource.name }] : [{ kind: "omit_instance" }];
}
