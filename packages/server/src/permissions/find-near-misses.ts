import { isExpired } from "../core/time.ts";
import type { Path, Question } from "./decide.ts";
import { decideByOne } from "./decide-by-one.ts";
import { describeWay } from "./describe-way.ts";
import type { NearMiss, Obstacle, Way } from "./explanation.ts";
import type { Facts } from "./facts.ts";
import type { Gift, Holding } from "./holding.ts";

/** A long list helps nobody, and somebody may have a thousand assignments that ran out. */
const MAX_NEAR_MISSES = 20;

/** Of these assignments those that name the permission and do not hold, nearest first. The engine itself says which. */
export function findNearMisses(
  facts: Facts,
  question: Question,
  among: readonly Holding[],
): readonly NearMiss[] {
  return among
    .flatMap((holding) => pathsNaming(facts, question, holding))
    .map((path) => {
      const way = describeWay(facts, question, path);
      return { ...way, obstacles: obstaclesOf(facts, question, path, way) };
    })
    .filter(({ obstacles }) => obstacles.length > 0)
    .toSorted((one, other) => one.obstacles.length - other.obstacles.length)
    .slice(0, MAX_NEAR_MISSES);
}

function pathsNaming(facts: Facts, question: Question, { principal, gifts }: Holding): readonly Path[] {
  const granting = facts.model.grantsOf(question.permission);
  return gifts
    .filter((gift) => names(facts, question, { principal, gift: withoutLimits(gift) }))
    .flatMap((gift): readonly Path[] => {
      const { role } = gift.target;
      if (role === undefined) return [{ principal, gift }];
      return (granting.get(role) ?? []).map((grant) => ({ principal, gift, grant }));
    });
}

function obstaclesOf(
  facts: Facts,
  question: Question,
  { principal, gift }: Path,
  { conditions }: Way,
): readonly Obstacle[] {
  const { at, expiresAt } = gift;
  const obstacles: Obstacle[] = [];
  if (expiresAt !== undefined && isExpired(expiresAt, question.context.request.time)) {
    obstacles.push({ kind: "expired", expiredAt: expiresAt });
  }
  if (at !== undefined && !names(facts, question, { principal, gift: { ...withoutLimits(gift), at } })) {
    obstacles.push({ kind: "elsewhere", at });
  }
  const unmet = conditions.filter(({ outcome }) => outcome !== "true");
  return [...obstacles, ...unmet.map((condition): Obstacle => ({ kind: "condition", condition }))];
}

/** The gift without anything that could keep it from holding. */
function withoutLimits({ target }: Gift): Gift {
  return { target: { ...target, condition: undefined }, at: undefined, expiresAt: undefined };
}

/** Whether it is about the permission at all, be it that a condition of its role fails. */
function names(facts: Facts, question: Question, { principal, gift }: Path): boolean {
  const decision = decideByOne(facts, question, principal, gift);
  return decision.allowed || decision.reason !== "not_granted";
}
