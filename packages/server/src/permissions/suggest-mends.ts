import { principalId } from "../core/principal-key.ts";
import { compileCondition } from "./conditions/compile-condition.ts";
import type { WorkMeter } from "./conditions/work.ts";
import type { DenialReason, Question } from "./decide.ts";
import { decideByOne } from "./decide-by-one.ts";
import type { InstanceKey } from "./entities.ts";
import type { Mend, NearMiss } from "./explanation.ts";
import type { Facts } from "./facts.ts";

/** A denial with all that a remedy can be found from. */
export interface Refusal {
  readonly facts: Facts;
  /** What was asked of the engine: one question for each permission that was named. */
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

/** What was refused, as an assignment would write it. */
export interface Wanted {
  readonly permission: string;
  readonly at?: InstanceKey;
}

/** What would turn the engine's "no" into a "yes", whoever asked: a token request or a check. */
export function suggestMends(reason: DenialReason, refusal: Refusal, wanted: Wanted): readonly Mend[] {
  switch (reason) {
    case "not_granted":
      return [...prolong(refusal), assign(refusal.facts, wanted), ...nameRoles(refusal)];
    case "key_ceiling":
      return raiseCeiling(refusal.facts, wanted);
    case "condition_failed":
    case "condition_missing_data":
      return [...meetConditions(refusal), assign(refusal.facts, wanted)];
  }
}

/** The instances at which it would hold, when being elsewhere is all that is in the way. */
export function instancesToAskFor({ nearMisses }: Refusal): readonly InstanceKey[] {
  return nearMisses.flatMap(({ obstacles }) => {
    const [obstacle, ...others] = obstacles;
    return obstacle?.kind === "elsewhere" && others.length === 0 ? [obstacle.at] : [];
  });
}

const prolong = ({ nearMisses }: Refusal): readonly Mend[] =>
  nearMisses
    .filter(({ obstacles }) => obstacles.length === 1 && obstacles[0]?.kind === "expired")
    .map(({ assignment }) => ({ kind: "prolong", assignment: assignment.id }));

const assign = ({ principal: subject }: Facts, wanted: Wanted, principal = subject): Mend => ({
  kind: "assign",
  change: { assignments: [{ principal, ...wanted }] },
});

/** Roles that would give it in these very circumstances, told by the engine. */
function nameRoles({ facts, questions, roles, work: { meter, limit } }: Refusal): readonly Mend[] {
  const gives = (role: string) =>
    questions.some((question) => {
      if (meter.spent > limit) return false;
      const target = { role, permission: undefined, condition: undefined };
      const gift = { target, at: undefined, expiresAt: undefined };
      return decideByOne(facts, question, facts.principal, gift, meter).allowed;
    });
  const helping = roles.filter(gives);
  if (helping.length === 0) return [];
  const named = helping.slice(0, MAX_ROLES);
  const more = helping.length - named.length;
  return [{ kind: "give_role", principal: facts.principal, roles: named, more }];
}

function raiseCeiling(facts: Facts, wanted: Wanted): readonly Mend[] {
  const { ceiling } = facts;
  if (!ceiling) return [];
  const account = principalId(ceiling.principal);
  return [
    { kind: "raise_ceiling", account, ceiling: ceiling.permissions, permission: wanted.permission },
    assign(facts, wanted, ceiling.principal),
  ];
}

function meetConditions({ nearMisses }: Refusal): readonly Mend[] {
  const unmet = nearMisses.flatMap(({ obstacles }) =>
    obstacles.flatMap((obstacle) => (obstacle.kind === "condition" ? [obstacle.condition] : [])),
  );
  const missing = [...new Set(unmet.flatMap((condition) => condition.missing))];
  const failed = [...new Set(unmet.filter(({ outcome }) => outcome === "false").map(({ source }) => source))];
  return [
    ...(missing.length > 0 ? [{ kind: "bring", missing } as const] : []),
    ...failed.map(
      (condition): Mend => ({
        kind: "satisfy",
        condition,
        reads: compileCondition(condition).reads,
      }),
    ),
  ];
}
