import { decideScopes, type ScopeDecision } from "../decide-scopes.ts";
import type { Facts } from "../facts.ts";
import { explainScopes } from "./explain-scopes.ts";
import type {
  ExplanationRequest,
  GrantedExplanation,
  RefusedExplanation,
  ScopeExplanation,
} from "./scope-explanation.ts";

/** A decision about scopes, with the path or the reason of each item. */
export interface ResolvedScopes extends Omit<ScopeDecision, "granted" | "refused"> {
  readonly granted: readonly GrantedExplanation[];
  readonly refused: readonly RefusedExplanation[];
}

/**
 * The decision of the token endpoint about this request, with reasons. A request without scopes asks for everything
 * that there is, so no scope in particular was refused.
 */
export function resolveScopes(
  { facts, request }: { readonly facts: Facts; readonly request: ExplanationRequest },
  asked: { readonly scope: string | undefined },
): ResolvedScopes {
  // First, because it ends what would take too much work, and explaining takes a multiple.
  const decision = decideScopes(facts, request);
  const explained = explainScopes(facts, request);
  return {
    ...decision,
    // An item that two others stand for is granted once.
    granted: [...new Map(explained.filter(isGranted).map((one) => [one.scope, one])).values()],
    refused: asked.scope === undefined ? [] : explained.filter((one) => !one.granted),
  };
}

const isGranted = (one: ScopeExplanation): one is GrantedExplanation => one.granted;
