import { toAssignment } from "../compiled-assignment.ts";
import type { ConditionOutcome } from "../conditions/condition.ts";
import { conditionInputs, type GrantPath, type Question } from "../decide.ts";
import type { InstanceKey, PrincipalKey } from "../entities.ts";
import type { Facts } from "../facts.ts";
import { findGroupChain } from "../group-nesting.ts";
import { isPrincipalOf } from "../values/principal-key.ts";
import { explainCondition } from "./explain-condition.ts";
import type { GrantPathExplanation } from "./explanation.ts";

/** The outcomes of the conditions on a grant path. */
export interface GrantPathOutcomes {
  readonly assignment: ConditionOutcome;
  readonly role: ConditionOutcome;
}

/** A grant path that decides: the engine has found that both are met. */
const MET: GrantPathOutcomes = { assignment: "true", role: "true" };

/** Explains a grant path: every link of it, and what the conditions on it saw. */
export function explainGrantPath(
  facts: Facts,
  question: Question,
  { principal, assignment, grant }: GrantPath,
  outcomes = MET,
): GrantPathExplanation {
  const { condition } = assignment.target;
  const inputs = conditionInputs(facts, question);
  return {
    principals: principalsTo(facts, principal),
    assignment: toAssignment(principal, assignment),
    instances: instancesTo(question, assignment.at),
    permission: question.permission.name,
    roles: grant?.roles ?? [],
    grant: grant?.permission ?? assignment.target.permission ?? question.permission.name,
    conditions: [
      ...(condition ? [explainCondition("assignment", condition, inputs, outcomes.assignment)] : []),
      ...(grant?.condition ? [explainCondition("role", grant.condition, inputs, outcomes.role)] : []),
    ],
  };
}

function principalsTo(
  { principal: subject, groups, model }: Facts,
  holder: PrincipalKey,
): readonly PrincipalKey[] {
  if (holder === subject) return [subject];
  // A group has no groups of its own here: what it belongs to is nesting, and the model's.
  if (isPrincipalOf("group", subject)) return findGroupChain(model, [subject], holder) ?? [holder];
  const chain = isPrincipalOf("group", holder) ? findGroupChain(model, groups, holder) : [holder];
  // An access account's own assignments do not come from a principal above it.
  return isPrincipalOf("access_account", holder) ? [holder] : [subject, ...(chain ?? [holder])];
}

function instancesTo({ instance }: Question, at: InstanceKey | undefined): readonly InstanceKey[] {
  if (at === undefined || !instance) return [];
  const level = instance.path.indexOf(at);
  return instance.path.slice(0, level + 1);
}
