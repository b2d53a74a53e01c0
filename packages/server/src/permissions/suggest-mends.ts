import { type ScopeItem, writeScopeItem } from "../core/scope.ts";
import { suggest } from "./conditions/suggest.ts";
import type { Question } from "./decide.ts";
import { decideByOne } from "./decide-by-one.ts";
import { instanceKeyOf } from "./decide-scopes.ts";
import type { InstanceKey } from "./entities.ts";
import type { Facts } from "./facts.ts";
import type { RefusalReason } from "./refusal.ts";
import type { ExplanationRequest, Mend, NearMiss, SuggestedAssignment } from "./scope-explanation.ts";

export interface Refusal {
  readonly facts: Facts;
  readonly request: ExplanationRequest;
  readonly item: ScopeItem;
  readonly reason: RefusalReason;
  /** What was asked of the engine: one question for each permission that the item names. */
  readonly questions: readonly Question[];
  readonly nearMisses: readonly NearMiss[];
}

export function suggestMends(refusal: Refusal): readonly Mend[] {
  switch (refusal.reason) {
    case "unknown_scope":
      return nameAnother(refusal);
    case "wrong_resource":
      return askElsewhere(refusal);
    case "not_granted":
      return [...askForInstance(refusal), ...prolong(refusal), assign(refusal), ...nameRoles(refusal)];
    case "key_ceiling":
      return raiseCeiling(refusal);
    case "condition_failed":
    case "condition_missing_data":
      return [...meetConditions(refusal), assign(refusal)];
    case "client_not_allowed":
      return [{ text: `let the application ask for it: add ${refusal.item.text} to its delegated scopes` }];
    case "user_declined":
      return [{ text: "the user did not agree; ask again at the authorization endpoint" }];
    case "not_for_this_grant":
      return [{ text: "it speaks of a user: ask for it on behalf of one, with authorization_code" }];
  }
}

function nameAnother({ facts, item }: Refusal): readonly Mend[] {
  const { model } = facts;
  const resource = item.kind === "permission" || item.kind === "every-action" ? item.resource : undefined;
  if (resource !== undefined && model.resources.has(resource)) {
    const names = model.permissionsOf(resource).map(({ name }) => name);
    return [{ text: `${resource} has these permissions: ${names.join(", ")}` }];
  }
  const written = item.kind === "permission" ? item.permission : item.text;
  const names =
    item.kind === "every-action"
      ? [...model.resources.keys()].map((name) => `${name}:*`)
      : model.permissions.keys();
  return [{ text: `the catalogue has no ${written}${suggest(written, names)}` }];
}

function askElsewhere({ questions }: Refusal): readonly Mend[] {
  const resource = questions[0]?.permission.resource;
  if (!resource) return [{ text: "it belongs to no resource: ask without naming one" }];
  return [{ text: `it belongs to ${resource.identifier}: name that resource, or none` }];
}

/** An assignment for one instance holds only when the scope names that instance or one below. */
function askForInstance({ item, questions, nearMisses }: Refusal): readonly Mend[] {
  if (instanceKeyOf(item) !== undefined) return [];
  return nearMisses.flatMap(({ obstacles }) => {
    const [obstacle, ...others] = obstacles;
    if (obstacle?.kind !== "elsewhere" || others.length > 0) return [];
    const [resource, id] = splitKey(obstacle.at);
    const permission = questions.find(
      (question) => question.permission.resource?.name === resource,
    )?.permission;
    return permission ? [{ text: `ask for the instance: ${writeScopeItem(permission.name, id)}` }] : [];
  });
}

function splitKey(key: InstanceKey): readonly [resource: string, id: string] {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
}

const prolong = ({ nearMisses }: Refusal): readonly Mend[] =>
  nearMisses
    .filter(({ obstacles }) => obstacles.length === 1 && obstacles[0]?.kind === "expired")
    .map(({ assignment }) => ({ text: `give the assignment ${assignment.id} a later expires_at` }));

function assign({ facts, item }: Refusal, principal = `${facts.subject.type}:${facts.subject.id}`): Mend {
  const at = instanceKeyOf(item);
  const permission = permissionPattern(item);
  const assignment: SuggestedAssignment = { principal, permission, ...(at !== undefined && { at }) };
  const fields = Object.entries(assignment).map(([key, value]) => `${key}: ${quoteIfNeeded(value)}`);
  return { text: `assign it: { ${fields.join(", ")} }`, change: { assignments: [assignment] } };
}

const permissionPattern = (item: ScopeItem): string => {
  if (item.kind === "every-action") return `${item.resource}:*`;
  return item.kind === "permission" ? item.permission : item.text;
};

/** Instance ids may hold what YAML gives a meaning inside braces. */
const quoteIfNeeded = (value: string): string =>
  /^[\w.:/-]+(?::\*)?$/.test(value) ? value : JSON.stringify(value);

/** Roles that would give it in these very circumstances, told by the engine. */
function nameRoles({ facts, request, questions }: Refusal): readonly Mend[] {
  const helping = (request.roles ?? []).filter((role) =>
    questions.some(
      (question) =>
        decideByOne(facts, question, { assignment: { id: "", principal: "application:", role } }).allowed,
    ),
  );
  return helping.length === 0 ? [] : [{ text: `roles that would give it: ${helping.join(", ")}` }];
}

function raiseCeiling(refusal: Refusal): readonly Mend[] {
  const { facts, request, item } = refusal;
  const accessKey = request.context.client?.id ?? "the access key";
  const ceiling = facts.ceiling?.permissions.join(", ") || "empty";
  return [
    { text: `the ceiling of ${accessKey} is ${ceiling}: add ${permissionPattern(item)} to it` },
    assign(refusal, `access_account:${accessKey}`),
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
