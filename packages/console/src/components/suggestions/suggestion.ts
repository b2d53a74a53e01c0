import type { AnswerOf } from "../../api/call-api.ts";

type Denied = Extract<AnswerOf<"POST /check:explain">, { readonly allowed: false }>;

/** A change that would turn a denied check or a refused scope into an allowed one. */
export type Suggestion = Denied["suggestions"][number];
export type NearMiss = Denied["near_misses"][number];

/** Returns true if the reason of the refusal already says the same. */
export function isSaidByReason(suggestion: Suggestion): boolean {
  switch (suggestion.kind) {
    case "unknown_subject":
    case "request_consent_again":
    case "use_authorization_code":
      return true;
    case "unknown_permission":
      return suggestion.nearest === undefined;
    default:
      return false;
  }
}

/** Returns true if the condition reads attributes of the subject; these can be changed. */
export const readsSubject = (reads: readonly string[]): boolean =>
  reads.some((input) => input.startsWith("subject."));

/**
 * Omits suggestions that the reason already says, and new assignments that equal an expired one: another suggestion
 * extends it.
 */
export function selectSuggestions(
  suggestions: readonly Suggestion[],
  nearMisses: readonly NearMiss[],
  at: string | undefined,
): readonly Suggestion[] {
  const expired = nearMisses
    .filter(
      ({ assignment, blocked_by: blockers }) =>
        !assignment.when && blockers.some(({ kind }) => kind === "expired"),
    )
    .map(({ assignment }) => assignment);
  const isExpired = (given: Given) =>
    expired.some((before) => MEMBERS.every((member) => before[member] === given[member]));
  return suggestions.flatMap((suggestion): readonly Suggestion[] => {
    if (isSaidByReason(suggestion)) return [];
    if (suggestion.kind === "assign_permission")
      return suggestion.change.assignments.some(isExpired) ? [] : [suggestion];
    if (suggestion.kind !== "assign_role") return [suggestion];
    const roles = suggestion.roles.filter(
      (role) => !isExpired({ principal: suggestion.principal, role, at }),
    );
    return roles.length === 0 ? [] : [{ ...suggestion, roles }];
  });
}

const MEMBERS = ["principal", "role", "permission", "at"] as const;
type Given = { readonly [Member in (typeof MEMBERS)[number]]?: string | undefined };

/** Returns the principals whose names the suggestions show. */
export function principalsOf(suggestions: readonly Suggestion[]): readonly string[] {
  return suggestions.flatMap((suggestion) => {
    switch (suggestion.kind) {
      case "assign_permission":
        return suggestion.change.assignments.map(({ principal }) => principal);
      case "assign_role":
        return [suggestion.principal];
      case "enable_subject":
        return [suggestion.subject];
      case "raise_ceiling":
        return [`access_account:${suggestion.account}`];
      default:
        return [];
    }
  });
}
