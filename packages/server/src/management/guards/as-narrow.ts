import { type Conjunct, compileConjuncts } from "../../permissions/conditions/compile-conjuncts.ts";
import { doesRead } from "../../permissions/conditions/condition-reads.ts";
import { InvalidConditionError } from "../../permissions/conditions/invalid-condition-error.ts";

/**
 * Whether conditions that must all be met are as narrow as others: every part of the others is one of theirs, parsed
 * alike. A conjunction is true only when all of its parts are, so meeting the one means meeting the other. An
 * expression that merely means the same is not recognised, and so is not as narrow.
 */
export function isAsNarrow(conditions: readonly string[], others: readonly string[]): boolean {
  const forms = formsFrom(conditions);
  return others.every((other) => findConjuncts(other)?.every(({ form }) => forms.has(form)) ?? false);
}

/** A condition that cannot be compiled narrows nothing here. */
export const formsFrom = (conditions: readonly string[]): ReadonlySet<string> =>
  new Set(conditions.flatMap((source) => (findConjuncts(source) ?? []).map(({ form }) => form)));

/** Undefined for a stored text that is no condition (any more). It never holds. */
export function findConjuncts(source: string): readonly Conjunct[] | undefined {
  try {
    return compileConjuncts(source);
  } catch (error) {
    if (error instanceof InvalidConditionError) return undefined;
    throw error;
  }
}

/**
 * Whether only the later use of a permission can tell if this is met: by the instance, by what a caller of a check
 * sends along and, for all actions of a resource, by the action. Its form is then all there is to compare.
 */
export const isToldByUse = ({ condition }: Conjunct, permission: string): boolean =>
  condition.readsInstance ||
  doesRead(condition.membersRead, "request", "context") ||
  (permission.endsWith(":*") && doesRead(condition.membersRead, "action"));
