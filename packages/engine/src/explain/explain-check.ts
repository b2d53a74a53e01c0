import type { CheckAnswer, CheckCase, CheckDenial, CheckQuestion } from "../answer-check.ts";
import {
  createWorkBudget,
  createWorkMeter,
  DECISION_WORK,
  type WorkMeter,
} from "../conditions/evaluate/work.ts";
import { type Decision, findMatchingPattern } from "../decide.ts";
import type { Model } from "../model.ts";
import type { EpochSeconds } from "../values/time.ts";
import { explainGrantPath } from "./explain-grant-path.ts";
import type { GrantPathExplanation, NearMiss, Suggestion } from "./explanation.ts";
import { assignmentsToExamine, findNearMisses } from "./find-near-misses.ts";
import { type MayReveal, suggestForCheck } from "./suggest-for-check.ts";

export type CheckExplanation = { readonly revision: number } & (AllowedExplanation | DeniedExplanation);

export interface AllowedExplanation {
  readonly allowed: true;
  readonly via: GrantPathExplanation;
  /** For an access account with a ceiling: what lets it through. */
  readonly within?: CeilingExplanation;
  readonly until?: EpochSeconds;
}

export type CeilingExplanation = { readonly ceiling: string } | { readonly via: GrantPathExplanation };

export interface DeniedExplanation {
  readonly allowed: false;
  readonly reason: CheckDenial;
  readonly nearMisses: readonly NearMiss[];
  readonly suggestions: readonly Suggestion[];
}

/** The work that near misses and suggestions may cost together, beside the decision itself. */
const EXPLANATION_WORK = 2 * DECISION_WORK;

/**
 * Why a check was answered as it was. The verdict is the answer's own, and near misses are found by asking `decide`
 * again about less, so that an explanation cannot contradict it. `model` is what the names were looked up in.
 */
export function explainCheck(
  answer: CheckAnswer,
  asked: CheckQuestion,
  model: Model,
  mayReveal: MayReveal = () => true,
  meter: WorkMeter = createWorkMeter(),
): CheckExplanation {
  const { revision } = answer;
  if (answer.allowed) return { revision, ...explainAllowed(answer.case, answer.decision) };
  const { reason } = answer;
  const limit = meter.spent + EXPLANATION_WORK;
  const nearMisses = answer.case ? nearMissesFor(answer.case, reason, meter) : [];
  const suggestions = suggestForCheck({
    reason,
    asked,
    model,
    nearMisses,
    work: { meter, limit },
    mayReveal,
    ...(answer.case && { case: answer.case }),
  });
  return { revision, allowed: false, reason, nearMisses, suggestions };
}

/** The deciding grant path, for readers. */
export function explainAllowed(
  { facts, question }: CheckCase,
  { via, raisedBy, expiresAt }: Extract<Decision, { allowed: true }>,
): AllowedExplanation {
  const cover = facts.ceiling && findMatchingPattern(facts.ceiling.permissions, question.permission);
  return {
    allowed: true,
    via: explainGrantPath(facts, question, via),
    ...(cover !== undefined && { within: { ceiling: cover } }),
    ...(raisedBy && { within: { via: explainGrantPath(facts, question, raisedBy) } }),
    ...(expiresAt !== undefined && { until: expiresAt }),
  };
}

function nearMissesFor(
  { facts, question }: CheckCase,
  reason: CheckDenial,
  meter: WorkMeter,
): readonly NearMiss[] {
  return findNearMisses(facts, question, assignmentsToExamine(facts, reason), createWorkBudget(meter));
}
