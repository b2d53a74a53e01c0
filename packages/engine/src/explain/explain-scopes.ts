import { createWorkBudget, createWorkMeter, DECISION_WORK } from "../conditions/evaluate/work.ts";
import type { Question } from "../decide.ts";
import { decideScopes, findInstanceKey, permissionsNamed, type ScopeRequest } from "../decide-scopes.ts";
import type { Facts } from "../facts.ts";
import type { Permission } from "../model.ts";
import type { RefusalReason } from "../refusal.ts";
import { parseScopeItem, type ScopeItem } from "../values/scope.ts";
import { explainGrantPath } from "./explain-grant-path.ts";
import { assignmentsToExamine, findNearMisses } from "./find-near-misses.ts";
import type { ExplanationRequest, RefusedExplanation, ScopeExplanation } from "./scope-explanation.ts";
import type { WorkLimit } from "./suggest-for-denial.ts";
import { suggestForScope } from "./suggest-for-scope.ts";

/** The work that all explanations of one request may cost together, including their decisions. */
const EXPLANATION_WORK = 10 * DECISION_WORK;

/**
 * Why each of the requested scopes was granted or refused. The verdicts are those of `decideScopes`, and near misses
 * are found by asking `decide` again about less, so that an explanation cannot contradict a token.
 */
export function explainScopes(facts: Facts, request: ExplanationRequest): readonly ScopeExplanation[] {
  const work = { meter: createWorkMeter(), limit: EXPLANATION_WORK };
  return request.items.flatMap((item) => explainItem(facts, request, item, item.text, work));
}

function explainItem(
  facts: Facts,
  request: ExplanationRequest,
  item: ScopeItem,
  asked: string,
  work: WorkLimit,
): readonly ScopeExplanation[] {
  const { items: requestedTogether } = request;
  const { granted, refused, expiresAt } = decideScopes(
    facts,
    { requestedTogether, ...request, items: [item] },
    work.meter,
  );
  const reason = refused[0]?.reason;
  if (reason !== undefined) return [explainRefusal(facts, request, item, asked, reason, work)];
  if (item.kind === "every-action") {
    return granted.flatMap(({ scope }) => explainItem(facts, request, parseScopeItem(scope), asked, work));
  }
  return granted.map(({ scope, held }) => ({
    granted: true,
    scope,
    asked,
    ...(held && {
      via: explainGrantPath(facts, questionAbout(held.permission, item, facts, request), held.via),
    }),
    ...(expiresAt !== undefined && { until: expiresAt }),
  }));
}

function explainRefusal(
  facts: Facts,
  request: ExplanationRequest,
  item: ScopeItem,
  asked: string,
  reason: RefusalReason,
  work: WorkLimit,
): RefusedExplanation {
  const questions = permissionsNamed(item, facts).map((named) => questionAbout(named, item, facts, request));
  const among = assignmentsToExamine(facts, reason);
  const nearMisses = questions.flatMap((question) =>
    work.meter.spent <= work.limit
      ? findNearMisses(facts, question, among, createWorkBudget(work.meter))
      : [],
  );
  const suggestions = suggestForScope(item, reason, {
    facts,
    questions,
    nearMisses,
    work,
    roles: request.roles ?? [],
  });
  return { granted: false, scope: item.text, asked, reason, nearMisses, suggestions };
}

function questionAbout(
  permission: Permission,
  item: ScopeItem,
  facts: Facts,
  { context }: ScopeRequest,
): Question {
  const key = findInstanceKey(item);
  const instance = key === undefined ? undefined : facts.instances.get(key);
  return instance ? { permission, instance, context } : { permission, context };
}
