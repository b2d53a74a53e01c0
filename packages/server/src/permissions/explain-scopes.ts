import { readScopeItem, type ScopeItem } from "../core/scope.ts";
import type { Path, Question } from "./decide.ts";
import { decideScopes, instanceKeyOf, type ScopeRequest } from "./decide-scopes.ts";
import type { Facts } from "./facts.ts";
import { describeWay, findNearMisses } from "./find-near-misses.ts";
import type { Permission } from "./model.ts";
import type { RefusalReason } from "./refusal.ts";
import type { ExplanationRequest, RefusedExplanation, ScopeExplanation, Way } from "./scope-explanation.ts";
import { suggestMends } from "./suggest-mends.ts";

/**
 * Why each of the requested scopes was granted or refused. The verdicts are those of `decideScopes`, and near misses
 * are found by asking `decide` again about less, so that an explanation cannot contradict a token.
 */
export function explainScopes(facts: Facts, request: ExplanationRequest): readonly ScopeExplanation[] {
  return request.items.flatMap((item) => explainItem(facts, request, item, item.text));
}

function explainItem(
  facts: Facts,
  request: ExplanationRequest,
  item: ScopeItem,
  asked: string,
): readonly ScopeExplanation[] {
  const { granted, refused, expiresAt } = decideScopes(facts, { ...request, items: [item] });
  const reason = refused[0]?.reason;
  if (reason !== undefined) return [explainRefusal(facts, request, item, asked, reason)];
  if (item.kind === "every-action") {
    return granted.flatMap(({ scope }) => explainItem(facts, request, readScopeItem(scope), asked));
  }
  return granted.map(({ scope, permission, via }) => ({
    granted: true,
    scope,
    asked,
    via: describePath(facts, questionAbout(permission, item, facts, request), via),
    ...(expiresAt !== undefined && { until: expiresAt }),
  }));
}

function explainRefusal(
  facts: Facts,
  request: ExplanationRequest,
  item: ScopeItem,
  asked: string,
  reason: RefusalReason,
): RefusedExplanation {
  const questions = permissionsNamed(item, facts).map((named) => questionAbout(named, item, facts, request));
  // At its ceiling an access account stands on its own assignments: its application does hold the permission.
  const among = reason === "key_ceiling" ? (facts.ceiling?.assignments ?? []) : facts.assignments;
  const nearMisses = questions.flatMap((question) => findNearMisses(facts, question, among));
  return {
    granted: false,
    scope: item.text,
    asked,
    reason,
    nearMisses,
    mends: suggestMends({ facts, request, item, reason, questions, nearMisses }),
  };
}

function permissionsNamed(item: ScopeItem, { model }: Facts): readonly Permission[] {
  if (item.kind === "every-action") return model.permissionsOf(item.resource);
  const permission = item.kind === "permission" ? model.permissions.get(item.permission) : undefined;
  return permission ? [permission] : [];
}

function questionAbout(
  permission: Permission,
  item: ScopeItem,
  facts: Facts,
  { context }: ScopeRequest,
): Question {
  const key = instanceKeyOf(item);
  const instance = key === undefined ? undefined : facts.instances.get(key);
  return instance ? { permission, instance, context } : { permission, context };
}

function describePath(facts: Facts, question: Question, { assignment, grant }: Path): Way {
  const compiled = facts.assignments.find((candidate) => candidate.assignment === assignment);
  return describeWay(facts, question, compiled ?? { assignment }, grant);
}
