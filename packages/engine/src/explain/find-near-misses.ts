import type { CheckDenial } from "../answer-check.ts";
import type { CompiledAssignment, PrincipalAssignments } from "../compiled-assignment.ts";
import type { WorkBudget } from "../conditions/evaluate/work.ts";
import { conditionInputs, type GrantPath, grantsNaming, holdsAt, type Question } from "../decide.ts";
import type { Facts } from "../facts.ts";
import type { RefusalReason } from "../refusal.ts";
import { isExpired } from "../values/time.ts";
import { explainGrantPath, type GrantPathOutcomes } from "./explain-grant-path.ts";
import type { Blocker, GrantPathExplanation, NearMiss } from "./explanation.ts";

/** A long list does not help the reader, and a principal may have a thousand expired assignments. */
const MAX_NEAR_MISSES = 20;
/** The number of grant paths that are examined. */
const MAX_EXAMINED = 10_000;

/**
 * Of these assignments those that name the permission and do not hold, nearest first. The engine itself says which:
 * they are taken in its order, and their conditions share a budget as in a decision, so that a condition without
 * outcome there has none here.
 */
export function findNearMisses(
  facts: Facts,
  question: Question,
  among: readonly PrincipalAssignments[],
  budget: WorkBudget,
): readonly NearMiss[] {
  const misses: Miss[] = [];
  let examined = 0;
  for (const path of pathsNaming(facts, question, among)) {
    const miss = examine(facts, question, path, budget);
    if (miss.blockers > 0) misses.push(miss);
    examined += 1;
    if (examined === MAX_EXAMINED) break;
  }
  return misses
    .toSorted((one, other) => one.blockers - other.blockers)
    .slice(0, MAX_NEAR_MISSES)
    .map(({ path, outcomes }) => {
      const explanation = explainGrantPath(facts, question, path, outcomes);
      return { ...explanation, blockedBy: findBlockers(question, path, explanation) };
    });
}

/**
 * The assignments among which near misses are found. At its ceiling, an access account lacks an assignment of its own:
 * its application holds the permission.
 */
export const assignmentsToExamine = (
  { assignmentsByPrincipal, ceiling }: Facts,
  reason: CheckDenial | RefusalReason,
): readonly PrincipalAssignments[] =>
  reason === "key_ceiling" ? (ceiling?.assignmentsByPrincipal ?? []) : assignmentsByPrincipal;

interface Miss {
  readonly path: GrantPath;
  readonly outcomes: GrantPathOutcomes;
  readonly blockers: number;
}

function* pathsNaming(
  { model }: Facts,
  { permission }: Question,
  among: readonly PrincipalAssignments[],
): Generator<GrantPath> {
  const granting = model.grantsOf(permission);
  for (const { principal, assignments } of among) {
    for (const assignment of assignments) {
      for (const grant of grantsNaming(assignment, permission, granting) ?? [])
        yield grant ? { principal, assignment, grant } : { principal, assignment };
    }
  }
}

function examine(facts: Facts, question: Question, path: GrantPath, budget: WorkBudget): Miss {
  const { assignment, grant } = path;
  const inputs = conditionInputs(facts, question);
  const outcomes = {
    assignment: assignment.target.condition?.evaluate(inputs, budget) ?? "true",
    role: grant?.condition?.evaluate(inputs, budget) ?? "true",
  } as const;
  const blockers = [
    isOver(assignment, question),
    !holdsAt(assignment, question.instance),
    outcomes.assignment !== "true",
    outcomes.role !== "true",
  ];
  return { path, outcomes, blockers: blockers.filter(Boolean).length };
}

function findBlockers(
  question: Question,
  { assignment }: GrantPath,
  { conditions }: GrantPathExplanation,
): readonly Blocker[] {
  const { at, expiresAt } = assignment;
  const unmet = conditions.filter(({ outcome }) => outcome !== "true");
  return [
    ...(expiresAt !== undefined && isOver(assignment, question)
      ? [{ kind: "expired", expiredAt: expiresAt } as const]
      : []),
    ...(at !== undefined && !holdsAt(assignment, question.instance)
      ? [{ kind: "other_instance", at } as const]
      : []),
    ...unmet.map((condition): Blocker => ({ kind: "condition", condition })),
  ];
}

const isOver = ({ expiresAt }: CompiledAssignment, { context }: Question): boolean =>
  isExpired(expiresAt, context.request.time);
