import type { Assignment } from "../entities.ts";
import { writeTime } from "../values/time.ts";
import { writeSuggestion } from "./describe-suggestion.ts";
import type { AllowedExplanation, CheckExplanation, DeniedExplanation } from "./explain-check.ts";
import type { ConditionExplanation } from "./explain-condition.ts";
import type { Blocker, GrantPathExplanation, NearMiss, Suggestion } from "./explanation.ts";

/** Explanations as JSON, the same from the API and from the command line. */

/** The parts of an explanation that its reader may see. */
export interface ExplanationView {
  condition(condition: ConditionExplanation): ConditionExplanation;
  suggestions(suggestions: readonly Suggestion[]): readonly Suggestion[];
}

/** For readers with access to the database. */
const EVERYTHING: ExplanationView = {
  condition: (condition) => condition,
  suggestions: (suggestions) => suggestions,
};

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
  via: writeGrantPath(via, view),
  ...(within && { within: "via" in within ? { via: writeGrantPath(within.via, view) } : within }),
  ...(until !== undefined && { expires_at: writeTime(until) }),
});

export const writeDenied = (
  {
    reason,
    nearMisses,
    suggestions,
  }: Pick<DeniedExplanation, "nearMisses" | "suggestions"> & { readonly reason: string },
  view: ExplanationView = EVERYTHING,
) => ({
  reason,
  near_misses: nearMisses.map((miss) => writeNearMiss(miss, view)),
  suggestions: view.suggestions(suggestions).map(writeSuggestion),
});

const writeNearMiss = ({ blockedBy, ...path }: NearMiss, view: ExplanationView) => ({
  ...writeGrantPath(path, view),
  blocked_by: blockedBy.map((blocker) => writeBlocker(blocker, view)),
});

export const writeGrantPath = (
  { assignment, conditions, ...path }: GrantPathExplanation,
  view: ExplanationView = EVERYTHING,
) => ({
  ...path,
  conditions: conditions.map(view.condition),
  assignment: writeAssignment(assignment),
});

export const writeAssignment = ({ expiresAt, ...assignment }: Assignment) => ({
  ...assignment,
  ...(expiresAt !== undefined && { expires_at: writeTime(expiresAt) }),
});

function writeBlocker(blocker: Blocker, view: ExplanationView) {
  switch (blocker.kind) {
    case "expired":
      return { kind: "expired", expired_at: writeTime(blocker.expiredAt) } as const;
    case "other_instance":
      return blocker;
    case "condition":
      return { kind: "condition", condition: view.condition(blocker.condition) } as const;
  }
}
