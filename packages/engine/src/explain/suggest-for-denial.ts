import { compileCondition } from "../conditions/compile-condition.ts";
import type { WorkMeter } from "../conditions/evaluate/work.ts";
import type { DenialReason, Question } from "../decide.ts";
import { decideByAssignment } from "../decide-by-assignment.ts";
import type { InstanceKey } from "../entities.ts";
import type { Facts } from "../facts.ts";
import { principalId } from "../values/principal-key.ts";
import type { NearMiss, Suggestion } from "./explanation.ts";

/** A denial with the data that suggestions are found from. */
export interface Refusal {
  readonly facts: Facts;
  /** The questions to the engine: one for each named permission. */
  readonly questions: readonly Question[];
  readonly nearMisses: readonly NearMiss[];
  /** Hints may be left out, and must not cost much more than the decision. */
  readonly work: WorkLimit;
  /** The roles that may be proposed. */
  readonly roles: readonly string[];
}

export interface WorkLimit {
  readonly meter: WorkMeter;
  readonly limit: number;
}

const MAX_ROLES = 20;

/** The refused permission, as an assignment would write it. */
export interface Wanted {
  readonly permission: string;
  readonly at?: InstanceKey;
}

/** Suggests changes that would turn a denial into an allow, for a token request or a check. */
export function suggestForDenial(
  reason: DenialReason,
  refusal: Refusal,
  wanted: Wanted,
): readonly Suggestion[] {
  switch (reason) {
    case "not_granted":
      return [...extendAssignment(refusal), assign(refusal.facts, wanted), ...nameRoles(refusal)];
    case "key_ceiling":
      return raiseCeiling(refusal.facts, wanted);
    case "condition_failed":
    case "condition_missing_data":
      return [...meetConditions(refusal), assign(refusal.facts, wanted)];
  }
}

/** The instances at which it would hold, when the other instance is all that blocks it. */
export function instancesToAskFor({ nearMisses }: Refusal): readonly InstanceKey[] {
  return nearMisses.flatMap(({ blockedBy }) => {
    const [blocker, ...others] = blockedBy;
    return blocker?.kind === "other_instance" && others.length === 0 ? [blocker.at] : [];
  });
}

const extendAssignment = ({ nearMisses }: Refusal): readonly Suggestion[] =>
  nearMisses
    .filter(({ blockedBy }) => blockedBy.length === 1 && blockedBy[0]?.kind === "expired")
    .map(({ assignment }) => ({ kind: "extend_assignment", assignment: assignment.id }));

const assign = ({ principal: subject }: Facts, wanted: Wanted, principal = subject): Suggestion => ({
  kind: "assign_permission",
  change: { assignments: [{ principal, ...wanted }] },
});

/** Suggests roles that would give it in this context, as `decide` says. */
function nameRoles({ facts, questions, roles, work: { meter, limit } }: Refusal): readonly Suggestion[] {
  const gives = (role: string) =>
    questions.some((question) => {
      if (meter.spent > limit) return false;
      const target = { role, permission: undefined, condition: undefined };
      const assignment = { target, at: undefined, expiresAt: undefined };
      return decideByAssignment(facts, question, facts.principal, assignment, meter).allowed;
    });
  const helping = roles.filter(gives);
  if (helping.length === 0) return [];
  const named = helping.slice(0, MAX_ROLES);
  const more = helping.length - named.length;
  return [{ kind: "assign_role", principal: facts.principal, roles: named, more }];
}

function raiseCeiling(facts: Facts, wanted: Wanted): readonly Suggestion[] {
  const { ceiling } = facts;
  if (!ceiling) return [];
  const account = principalId(ceiling.principal);
  return [
    { kind: "raise_ceiling", account, ceiling: ceiling.permissions, permission: wanted.permission },
    assign(facts, wanted, ceiling.principal),
  ];
}

function meetConditions({ nearMisses }: Refusal): readonly Suggestion[] {
  const unmet = nearMisses.flatMap(({ blockedBy }) =>
    blockedBy.flatMap((blocker) => (blocker.kind === "condition" ? [blocker.condition] : [])),
  );
  const missing = [...new Set(unmet.flatMap((condition) => condition.missing))];
  const failed = [...new Set(unmet.filter(({ outcome }) => outcome === "false").map(({ source }) => source))];
  return [
    ...(missing.length > 0 ? [{ kind: "provide_context", missing } as const] : []),
    ...failed.map(
      (condition): Suggestion => ({
        kind: "satisfy_condition",
        condition,
        reads: compileCondition(condition).reads,
      }),
    ),
  ];
}
