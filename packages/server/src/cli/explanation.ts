import type { Client } from "../accounts/entities.ts";
import type { EpochSeconds } from "../core/time.ts";
import type { Assignment } from "../permissions/entities.ts";
import type { ConditionExplanation } from "../permissions/explain-condition.ts";
import type { Obstacle, ScopeExplanation, Way } from "../permissions/scope-explanation.ts";
import { writeSeconds } from "./times.ts";

export interface ExplainedClient {
  readonly client: Client;
  readonly revision: number;
  readonly time: EpochSeconds;
  /** Why there would be no token at all. */
  readonly hindrances: readonly string[];
  readonly scopes: readonly ScopeExplanation[];
}

/** For programs. */
export function describeExplanation({ client, revision, time, hindrances, scopes }: ExplainedClient) {
  return {
    client_id: client.id,
    application: client.application.id,
    time: writeSeconds(time),
    revision,
    hindrances,
    scopes: scopes.map(describeScope),
  };
}

function describeScope(explanation: ScopeExplanation) {
  const { scope, asked, granted } = explanation;
  if (granted) {
    const until = explanation.until === undefined ? null : writeSeconds(explanation.until);
    return { scope, asked, granted, until, via: describeWay(explanation.via) };
  }
  const { reason, nearMisses, mends } = explanation;
  return {
    scope,
    asked,
    granted,
    reason,
    near_misses: nearMisses.map((miss) => ({
      ...describeWay(miss),
      obstacles: miss.obstacles.map(describeObstacle),
    })),
    mends,
  };
}

const describeWay = ({ assignment, permission, roles, conditions }: Way) => ({
  assignment: describeAssignment(assignment),
  permission,
  roles,
  conditions,
});

function describeAssignment({ expiresAt, ...assignment }: Assignment) {
  return { ...assignment, ...(expiresAt !== undefined && { expires_at: writeSeconds(expiresAt) }) };
}

function describeObstacle(obstacle: Obstacle) {
  return obstacle.kind === "expired"
    ? { kind: obstacle.kind, expired_at: writeSeconds(obstacle.expiredAt) }
    : obstacle;
}

/** For people. */
export function formatExplanation({
  client,
  revision,
  time,
  hindrances,
  scopes,
}: ExplainedClient): readonly string[] {
  const through = client.accessAccount ? `, an access key of ${client.application.id}` : "";
  return [
    `${client.id}${through}, at ${writeSeconds(time)}, revision ${revision}`,
    ...hindrances.map((hindrance) => `! no token at all: ${hindrance}`),
    ...scopes.flatMap((explanation) => ["", ...formatScope(explanation)]),
  ];
}

function formatScope(explanation: ScopeExplanation): readonly string[] {
  const { scope, asked } = explanation;
  const name = scope === asked ? scope : `${scope} (of ${asked})`;
  if (explanation.granted) {
    const until = explanation.until === undefined ? "" : `, until ${writeSeconds(explanation.until)}`;
    return [
      `${name}: granted${until}`,
      `  by    ${formatWay(explanation.via)}`,
      ...explanation.via.conditions.map((condition) => `  when  ${formatCondition(condition)}`),
    ];
  }
  return [
    `${name}: refused, ${explanation.reason}`,
    ...explanation.nearMisses.flatMap((miss) => [
      `  near  ${formatWay(miss)}`,
      ...miss.obstacles.map((obstacle) => `        but ${formatObstacle(obstacle)}`),
    ]),
    ...explanation.mends.map(({ text }) => `  mend  ${text}`),
  ];
}

function formatWay({ assignment, permission, roles }: Way): string {
  const what = roles.length === 0 ? permission : `${permission} through the role ${roles.join(" > ")}`;
  const where = assignment.at === undefined ? "" : ` at ${assignment.at}`;
  return `${what}${where}, assigned to ${assignment.principal} (${assignment.id})`;
}

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
