import type { DenialReason, Question } from "./decide.ts";
import { decideByOne } from "./decide-by-one.ts";
import type { InstanceKey } from "./entities.ts";
import type { Mend, NearMiss, SuggestedAssignment } from "./explanation.ts";
import type { Facts } from "./facts.ts";

/** A denial with all that a remedy can be found from. */
export interface Refusal {
  readonly facts: Facts;
  /** What was asked of the engine: one question for each permission that was named. */
  readonly questions: readonly Question[];
  readonly nearMisses: readonly NearMiss[];
  /** Hints may be left out, and must not cost much more than the decision. */
  readonly mayGoOn: () => boolean;
  /** The roles that may be proposed. */
  readonly roles: readonly string[];
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
    .map(({ assignment }) => ({ text: `give the assignment ${assignment.id} a later expires_at` }));

function assign({ principal: subject }: Facts, wanted: Wanted, principal = subject): Mend {
  const assignment: SuggestedAssignment = { principal, ...wanted };
  const fields = Object.entries(assignment).map(([key, value]) => `${key}: ${quoteIfNeeded(value)}`);
  return { text: `assign it: { ${fields.join(", ")} }`, change: { assignments: [assignment] } };
}

/** Instance ids may hold what YAML gives a meaning inside braces. */
const quoteIfNeeded = (value: string): string =>
  /^[\w.:/-]+(?::\*)?$/.test(value) ? value : JSON.stringify(value);

/** Roles that would give it in these very circumstances, told by the engine. */
function nameRoles({ facts, questions, roles, mayGoOn }: Refusal): readonly Mend[] {
  const gives = (role: string) =>
    questions.some((question) => {
      if (!mayGoOn()) return false;
      const target = { role, permission: undefined, condition: undefined };
      const gift = { target, at: undefined, expiresAt: undefined };
      return decideByOne(facts, question, facts.principal, gift).allowed;
    });
  const helping = roles.filter(gives);
  if (helping.length === 0) return [];
  const more = helping.length > MAX_ROLES ? `, and ${helping.length - MAX_ROLES} more` : "";
  return [{ text: `roles that would give it: ${helping.slice(0, MAX_ROLES).join(", ")}${more}` }];
}

function raiseCeiling(facts: Facts, wanted: Wanted): readonly Mend[] {
  const { ceiling } = facts;
  if (!ceiling) return [];
  const accessKey = ceiling.principal.slice("access_account:".length);
  const permissions = ceiling.permissions.join(", ") || "empty";
  return [
    { text: `the ceiling of ${accessKey} is ${permissions}: add ${wanted.permission} to it` },
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
    ...(missing.length > 0 ? [{ text: `the request must bring ${missing.join(", ")}` }] : []),
    ...failed.map((source) => ({ text: `this must become true: ${source}` })),
  ];
}
