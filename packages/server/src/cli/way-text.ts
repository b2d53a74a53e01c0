import { describeMend } from "../permissions/describe-mend.ts";
import type { PrincipalKey } from "../permissions/entities.ts";
import type { ConditionExplanation } from "../permissions/explain-condition.ts";
import type { Mend, NearMiss, Obstacle, SuggestedAssignment, Way } from "../permissions/explanation.ts";
import { writeSeconds } from "./times.ts";

/** How to call a principal, for people. */
export type Naming = (principal: PrincipalKey) => string;

/** For people: the assignment and, where they say more, the chains that lead to it. */
export function formatWay(way: Way, naming: Naming): readonly string[] {
  return [
    `  by    ${formatAssignment(way, naming)}`,
    ...formatChains(way, naming),
    ...way.conditions.map((condition) => `  when  ${formatCondition(condition)}`),
  ];
}

export function formatNearMiss(miss: NearMiss, naming: Naming): readonly string[] {
  return [
    `  near  ${formatAssignment(miss, naming)}`,
    ...formatChains(miss, naming),
    ...miss.obstacles.map((obstacle) => `        but ${formatObstacle(obstacle)}`),
  ];
}

/** What would help; an assignment as the command that makes it. */
export const formatMend = (mend: Mend, naming: Naming): readonly string[] =>
  mend.kind === "assign"
    ? mend.change.assignments.map((given) => `  mend  assign it: ${formatGrantCommand(given, naming)}`)
    : [`  mend  ${describeMend(mend)}`];

function formatAssignment({ assignment, permission, roles }: Way, naming: Naming): string {
  const what = roles.length === 0 ? permission : `${permission} through the role ${roles.join(" > ")}`;
  const where = assignment.at === undefined ? "" : ` at ${assignment.at}`;
  return `${what}${where}, assigned to ${naming(assignment.principal)} (${assignment.id})`;
}

const formatChains = ({ principals, instances }: Way, naming: Naming): readonly string[] => [
  ...(principals.length > 1 ? [`        as ${principals.map(naming).join(" > ")}`] : []),
  ...(instances.length > 1 ? [`        at ${instances.join(" > ")}`] : []),
];

function formatObstacle(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case "expired":
      return `it expired at ${writeSeconds(obstacle.expiredAt)}`;
    case "elsewhere":
      return `it holds for ${obstacle.at} and what is below`;
    case "condition":
      return formatCondition(obstacle.condition);
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

function formatGrantCommand({ principal, permission, at }: SuggestedAssignment, naming: Naming): string {
  const who = naming(principal as PrincipalKey);
  const words = ["licet", "grant", who, permission, ...(at === undefined ? [] : ["--at", at])];
  return words.map(quoteForShell).join(" ");
}

const quoteForShell = (word: string): string =>
  /^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
