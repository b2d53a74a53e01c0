import { isExpired } from "../core/time.ts";
import { conditionInputs, type Question } from "./decide.ts";
import { decideByOne } from "./decide-by-one.ts";
import type { Assignment } from "./entities.ts";
import { explainCondition } from "./explain-condition.ts";
import type { Facts } from "./facts.ts";
import type { CompiledAssignment, RoleGrant } from "./model.ts";
import type { NearMiss, Obstacle, Way } from "./scope-explanation.ts";

/** Of these assignments those that name the permission and do not hold. The engine itself says which. */
export function findNearMisses(
  facts: Facts,
  question: Question,
  among: readonly CompiledAssignment[],
): readonly NearMiss[] {
  return among
    .filter(({ assignment }) => names(facts, question, targetOf(assignment)))
    .flatMap((compiled) => waysOf(facts, question, compiled))
    .map((way) => ({ ...way, obstacles: obstaclesOf(facts, question, way) }))
    .filter(({ obstacles }) => obstacles.length > 0);
}

function waysOf(facts: Facts, question: Question, compiled: CompiledAssignment): readonly Way[] {
  const { role } = compiled.assignment;
  const grants = role === undefined ? [undefined] : facts.model.grantsOf(role, question.permission);
  return grants.map((grant) => describeWay(facts, question, compiled, grant));
}

export function describeWay(
  facts: Facts,
  question: Question,
  { assignment, condition }: CompiledAssignment,
  grant: RoleGrant | undefined,
): Way {
  const inputs = conditionInputs(facts, question);
  return {
    assignment,
    permission: question.permission.name,
    roles: grant?.roles ?? [],
    conditions: [
      ...(condition ? [explainCondition("assignment", condition, inputs)] : []),
      ...(grant?.condition ? [explainCondition("role", grant.condition, inputs)] : []),
    ],
  };
}

function obstaclesOf(facts: Facts, question: Question, { assignment, conditions }: Way): readonly Obstacle[] {
  const { at, expiresAt } = assignment;
  const obstacles: Obstacle[] = [];
  if (expiresAt !== undefined && isExpired(expiresAt, question.context.request.time)) {
    obstacles.push({ kind: "expired", expiredAt: expiresAt });
  }
  if (at !== undefined && !names(facts, question, { ...targetOf(assignment), at })) {
    obstacles.push({ kind: "elsewhere", at });
  }
  const unmet = conditions.filter(({ outcome }) => outcome !== "true");
  return [...obstacles, ...unmet.map((condition): Obstacle => ({ kind: "condition", condition }))];
}

/** The assignment without anything that could keep it from holding. */
function targetOf({ id, principal, role, permission }: Assignment): Assignment {
  return {
    id,
    principal,
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
  };
}

/** Whether an assignment is about the permission at all, be it that a condition of its role fails. */
function names(facts: Facts, question: Question, assignment: Assignment): boolean {
  const decision = decideByOne(facts, question, { assignment });
  return decision.allowed || decision.reason !== "not_granted";
}
