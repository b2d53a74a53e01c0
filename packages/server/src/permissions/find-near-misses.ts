import { isExpired } from "../core/time.ts";
import type { WorkBudget } from "./conditions/work.ts";
import { conditionInputs, grantsNaming, holdsAt, type Path, type Question } from "./decide.ts";
import { describeWay, type PathOutcomes } from "./describe-way.ts";
import type { NearMiss, Obstacle, Way } from "./explanation.ts";
import type { Facts } from "./facts.ts";
import type { Gift, Holding } from "./holding.ts";

/** A long list helps nobody, and somebody may have a thousand assignments that ran out. */
const MAX_NEAR_MISSES = 20;
/** Among how many the nearest are looked for. */
const MAX_EXAMINED = 10_000;

/**
 * Of these assignments those that name the permission and do not hold, nearest first. The engine itself says which:
 * they are taken in its order, and their conditions share a budget as in a decision, so that a condition without
 * outcome there has none here.
 */
export function findNearMisses(
  facts: Facts,
  question: Question,
  among: readonly Holding[],
  budget: WorkBudget,
): readonly NearMiss[] {
  const misses: Miss[] = [];
  for (const path of pathsNaming(facts, question, among).take(MAX_EXAMINED)) {
    const miss = examine(facts, question, path, budget);
    if (miss.obstacles > 0) misses.push(miss);
  }
  return misses
    .toSorted((one, other) => one.obstacles - other.obstacles)
    .slice(0, MAX_NEAR_MISSES)
    .map(({ path, outcomes }) => {
      const way = describeWay(facts, question, path, outcomes);
      return { ...way, obstacles: obstaclesOf(question, path, way) };
    });
}

interface Miss {
  readonly path: Path;
  readonly outcomes: PathOutcomes;
  readonly obstacles: number;
}

function* pathsNaming(
  { model }: Facts,
  { permission }: Question,
  among: readonly Holding[],
): Generator<Path> {
  const granting = model.grantsOf(permission);
  for (const { principal, gifts } of among) {
    for (const gift of gifts) {
      for (const grant of grantsNaming(gift, permission, granting) ?? [])
        yield grant ? { principal, gift, grant } : { principal, gift };
    }
  }
}

function examine(facts: Facts, question: Question, path: Path, budget: WorkBudget): Miss {
  const { gift, grant } = path;
  const inputs = conditionInputs(facts, question);
  const outcomes = {
    assignment: gift.target.condition?.evaluate(inputs, budget) ?? "true",
    role: grant?.condition?.evaluate(inputs, budget) ?? "true",
  } as const;
  const obstacles = [
    isOver(gift, question),
    !holdsAt(gift, question.instance),
    outcomes.assignment !== "true",
    outcomes.role !== "true",
  ];
  return { path, outcomes, obstacles: obstacles.filter(Boolean).length };
}

function obstaclesOf(question: Question, { gift }: Path, { conditions }: Way): readonly Obstacle[] {
  const { at, expiresAt } = gift;
  const unmet = conditions.filter(({ outcome }) => outcome !== "true");
  return [
    ...(expiresAt !== undefined && isOver(gift, question)
      ? [{ kind: "expired", expiredAt: expiresAt } as const]
      : []),
    ...(at !== undefined && !holdsAt(gift, question.instance) ? [{ kind: "elsewhere", at } as const] : []),
    ...unmet.map((condition): Obstacle => ({ kind: "condition", condition })),
  ];
}

const isOver = ({ expiresAt }: Gift, { context }: Question): boolean =>
  isExpired(expiresAt, context.request.time);
