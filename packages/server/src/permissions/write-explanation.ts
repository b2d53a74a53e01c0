import { writeTime } from "../core/time.ts";
import { writeMend } from "./describe-mend.ts";
import type { Assignment } from "./entities.ts";
import type { AllowedExplanation, CheckExplanation, DeniedExplanation } from "./explain-check.ts";
import type { ConditionExplanation } from "./explain-condition.ts";
import type { Mend, NearMiss, Obstacle, Way } from "./explanation.ts";

/** Explanations as JSON, the same from the API and from the command line. */

/** What of an explanation its reader may see. */
export interface ExplanationView {
  condition(condition: ConditionExplanation): ConditionExplanation;
  mends(mends: readonly Mend[]): readonly Mend[];
}

/** For those who could read the database. */
const EVERYTHING: ExplanationView = { condition: (condition) => condition, mends: (mends) => mends };

export function writeExplanation(explanation: CheckExplanation, view?: ExplanationView) {
  const { allowed, revision } = explanation;
  return {
    allowed,
    ...(explanation.allowed ? writeAllowed(explanation, view) : writeDenied(explanation, view)),
    revision,
  };
}

export const writeAllowed = (
  { via, within, until }: Omit<AllowedExplanation, "allowed">,
  view: ExplanationView = EVERYTHING,
) => ({
  via: writeWay(via, view),
  ...(within && { within: "via" in within ? { via: writeWay(within.via, view) } : within }),
  ...(until !== undefined && { expires_at: writeTime(until) }),
});

export const writeDenied = (
  {
    reason,
    nearMisses,
    mends,
  }: Pick<DeniedExplanation, "nearMisses" | "mends"> & { readonly reason: string },
  view: ExplanationView = EVERYTHING,
) => ({
  reason,
  near_misses: nearMisses.map((miss) => writeNearMiss(miss, view)),
  mends: view.mends(mends).map(writeMend),
});

const writeNearMiss = ({ obstacles, ...way }: NearMiss, view: ExplanationView) => ({
  ...writeWay(way, view),
  obstacles: obstacles.map((obstacle) => writeObstacle(obstacle, view)),
});

export const writeWay = ({ assignment, conditions, ...way }: Way, view: ExplanationView = EVERYTHING) => ({
  ...way,
  conditions: conditions.map(view.condition),
  assignment: writeAssignment(assignment),
});

export const writeAssignment = ({ expiresAt, ...assignment }: Assignment) => ({
  ...assignment,
  ...(expiresAt !== undefined && { expires_at: writeTime(expiresAt) }),
});

function writeObstacle(obstacle: Obstacle, view: ExplanationView) {
  switch (obstacle.kind) {
    case "expired":
      return { kind: "expired", expired_at: writeTime(obstacle.expiredAt) } as const;
    case "elsewhere":
      return obstacle;
    case "condition":
      return { kind: "condition", condition: view.condition(obstacle.condition) } as const;
  }
}
