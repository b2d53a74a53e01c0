import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { describeSuggestion } from "@licet/engine/internal/explain/describe-suggestion.ts";
import type { ConditionExplanation } from "@licet/engine/internal/explain/explain-condition.ts";
import type {
  Blocker,
  GrantPathExplanation,
  NearMiss,
  Suggestion,
} from "@licet/engine/internal/explain/explanation.ts";
import { writeSeconds } from "../format/times.ts";
import type { WriteCommand } from "../typed-command.ts";

/** Gives the name under which a principal is shown. */
export type Naming = (principal: PrincipalKey) => string;

/** Formats the assignment and, where they add information, the chains of principals and roles. */
export function formatGrantPath(path: GrantPathExplanation, naming: Naming): readonly string[] {
  return [
    `  by    ${formatAssignment(path, naming)}`,
    ...formatChains(path, naming),
    ...path.conditions.map((condition) => `  when  ${formatCondition(condition)}`),
  ];
}

export function formatNearMiss(miss: NearMiss, naming: Naming): readonly string[] {
  return [
    `  near  ${formatAssignment(miss, naming)}`,
    ...formatChains(miss, naming),
    ...miss.blockedBy.map((blocker) => `        but ${formatBlocker(blocker)}`),
  ];
}

/** Formats a suggestion. A suggested assignment is shown as the command that creates it. */
export const formatSuggestion = (
  suggestion: Suggestion,
  naming: Naming,
  writeCommand: WriteCommand,
): readonly string[] =>
  suggestion.kind === "assign_permission"
    ? suggestion.change.assignments.map(
        ({ principal, permission, at }) =>
          `  fix   assign it: ${writeCommand("grant", naming(principal as PrincipalKey), permission, ...(at === undefined ? [] : ["--at", at]))}`,
      )
    : [`  fix   ${describeSuggestion(suggestion)}`];

function formatAssignment({ assignment, permission, roles }: GrantPathExplanation, naming: Naming): string {
  const what = roles.length === 0 ? permission : `${permission} through the role ${roles.join(" > ")}`;
  const where = assignment.at === undefined ? "" : ` at ${assignment.at}`;
  return `${what}${where}, assigned to ${naming(assignment.principal)} (${assignment.id})`;
}

const formatChains = ({ principals, instances }: GrantPathExplanation, naming: Naming): readonly string[] => [
  ...(principals.length > 1 ? [`        as ${principals.map(naming).join(" > ")}`] : []),
  ...(instances.length > 1 ? [`        at ${instances.join(" > ")}`] : []),
];

function formatBlocker(blocker: Blocker): string {
  switch (blocker.kind) {
    case "expired":
      return `it expired at ${writeSeconds(blocker.expiredAt)}`;
    case "other_instance":
      return `it holds for ${blocker.at} and what is below`;
    case "condition":
      return formatCondition(blocker.condition);
  }
}

const OUTCOMES = { true: "holds", false: "does not hold", missing: "cannot be decided" } as const;

function formatCondition({ source, outcome, values, missing }: ConditionExplanation): string {
  const seen = [
    ...Object.entries(values).map(([input, value]) => `${input} = ${JSON.stringify(value)}`),
    ...missing.map((input) => `${input} is missing`),
  ];
  return `${source}  ${OUTCOMES[outcome]}${seen.length > 0 ? ` (${seen.join(", ")})` : ""}`;
}
