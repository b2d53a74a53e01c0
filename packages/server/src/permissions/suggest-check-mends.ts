import { type CheckCase, type CheckDenial, type CheckQuestion, instanceKeyOf } from "./check.ts";
import { suggest } from "./conditions/suggest.ts";
import type { DenialReason } from "./decide.ts";
import type { Mend, NearMiss } from "./explanation.ts";
import type { Model } from "./model.ts";
import { instancesToAskFor, suggestMends } from "./suggest-mends.ts";

export interface DeniedCheck {
  readonly reason: CheckDenial;
  readonly asked: CheckQuestion;
  readonly model: Model;
  readonly nearMisses: readonly NearMiss[];
  readonly mayGoOn: () => boolean;
  /** Absent when there was nothing to decide. */
  readonly case?: CheckCase;
}

/** What would mend the denial of a check: beside what mends any denial, what could be asked instead. */
export function suggestCheckMends(denied: DeniedCheck): readonly Mend[] {
  const { reason, asked } = denied;
  switch (reason) {
    case "unknown_subject":
      return [{ text: `there is no ${asked.subject.type} ${asked.subject.id}` }];
    case "subject_disabled":
      return [{ text: `enable ${asked.subject.type} ${asked.subject.id}: it is disabled or has expired` }];
    case "unknown_permission":
      return nameAnother(denied);
    case "wrong_resource":
      return nameItsResource(denied);
    default:
      return mendDecision(reason, denied);
  }
}

function mendDecision(
  reason: DenialReason,
  { asked, case: decided, nearMisses, mayGoOn }: DeniedCheck,
): readonly Mend[] {
  if (!decided) return [];
  const { facts, question } = decided;
  const { permission } = question;
  const roles = [...facts.model.grantsOf(permission).keys()].toSorted();
  const refusal = { facts, questions: [question], nearMisses, mayGoOn, roles };
  const wanted = {
    permission: permission.name,
    ...(asked.resource && { at: instanceKeyOf(asked.resource) }),
  };
  const instances = asked.resource ? [] : instancesToAskFor(refusal);
  return [
    ...instances.map((key) => ({ text: `ask about the instance: ${key}` })),
    ...suggestMends(reason, refusal, wanted),
  ];
}

function nameAnother({ asked: { permission }, model }: DeniedCheck): readonly Mend[] {
  const resource = permission.slice(0, Math.max(permission.indexOf(":"), 0));
  if (model.resources.has(resource)) {
    const names = model.permissionsOf(resource).map(({ name }) => name);
    return [{ text: `${resource} has these permissions: ${names.join(", ")}` }];
  }
  return [{ text: `the catalogue has no ${permission}${suggest(permission, model.permissions.keys())}` }];
}

function nameItsResource({ asked, model }: DeniedCheck): readonly Mend[] {
  const resource = model.permissions.get(asked.permission)?.resource;
  if (!resource) return [{ text: "it belongs to no resource: ask without naming an instance" }];
  return [{ text: `it is a permission of ${resource.name}: name an instance of that, or none` }];
}
