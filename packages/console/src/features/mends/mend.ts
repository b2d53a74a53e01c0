import type { AnswerOf } from "../../api/call-api.ts";

type Denied = Extract<AnswerOf<"POST /check:explain">, { readonly allowed: false }>;

/** What would turn a refusal into a yes, as the engine told: of a check, or of a scope. */
export type Mend = Denied["mends"][number];
export type NearMiss = Denied["near_misses"][number];

/** Of these the reason of the refusal says all there is. */
export function isSaidByReason(mend: Mend): boolean {
  switch (mend.kind) {
    case "unknown_subject":
    case "ask_user_again":
    case "act_for_user":
      return true;
    case "unknown_permission":
      return mend.nearest === undefined;
    default:
      return false;
  }
}

/** Whether a condition is about the subject: what is stored there can be changed. */
export const readsSubject = (reads: readonly string[]): boolean =>
  reads.some((input) => input.startsWith("subject."));

/** Without what the reason says, and without giving again what was given and has expired: to prolong it is there. */
export function worthSaying(
  mends: readonly Mend[],
  nearMisses: readonly NearMiss[],
  at: string | undefined,
): readonly Mend[] {
  const expired = nearMisses
    .filter(
      ({ assignment, obstacles }) => !assignment.when && obstacles.some(({ kind }) => kind === "expired"),
    )
    .map(({ assignment }) => assignment);
  const isExpired = (given: Given) =>
    expired.some((before) => MEMBERS.every((member) => before[member] === given[member]));
  return mends.flatMap((mend): readonly Mend[] => {
    if (isSaidByReason(mend)) return [];
    if (mend.kind === "assign") return mend.change.assignments.some(isExpired) ? [] : [mend];
    if (mend.kind !== "give_role") return [mend];
    const roles = mend.roles.filter((role) => !isExpired({ principal: mend.principal, role, at }));
    return roles.length === 0 ? [] : [{ ...mend, roles }];
  });
}

const MEMBERS = ["principal", "role", "permission", "at"] as const;
type Given = { readonly [Member in (typeof MEMBERS)[number]]?: string | undefined };

/** Who and what has a name beside its identifier. */
export function principalsOf(mends: readonly Mend[]): readonly string[] {
  return mends.flatMap((mend) => {
    switch (mend.kind) {
      case "assign":
        return mend.change.assignments.map(({ principal }) => principal);
      case "give_role":
        return [mend.principal];
      case "enable_subject":
        return [mend.subject];
      case "raise_ceiling":
        return [`access_account:${mend.account}`];
      default:
        return [];
    }
  });
}
