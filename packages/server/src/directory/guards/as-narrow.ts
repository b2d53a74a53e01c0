import { type Conjunct, compileConjuncts } from "@licet/engine/internal/conditions/compile-conjuncts.ts";
import { doesRead } from "@licet/engine/internal/conditions/condition-reads.ts";
import { InvalidConditionError } from "@licet/engine/internal/conditions/invalid-condition-error.ts";

/**
 * True when a conjunction of conditions is as narrow as another: it contains every part of the other, parsed alike. A
 * conjunction is true only when all of its parts are, so the first implies the other. An expression that only means the
 * same is not recognised, and so is not as narrow.
 */
export function isAsNarrow(conditions: readonly string[], others: readonly string[]): boolean {
  const forms = formsFrom(conditions);
  return others.every((other) => findConjuncts(other)?.every(({ form }) => forms.has(form)) ?? false);
}

/** A condition that cannot be compiled does not narrow a permission here. */
export const formsFrom = (conditions: readonly string[]): ReadonlySet<string> =>
  new Set(conditions.flatMap((source) => (findConjuncts(source) ?? []).map(({ form }) => form)));

/** Undefined for a stored text that is not a valid condition (any more). It never holds. */
export function findConjuncts(source: string): readonly Conjunct[] | undefined {
  try {
    return compileConjuncts(source);
  } catch (error) {
    if (error instanceof InvalidConditionError) return undefined;
    throw error;
  }
}

/**
 * True when only the later use of a permission decides if this condition is met: by the instance, by the context that a
 * caller of a check sends and, for all actions of a resource, by the action. Then only its form can be compared.
 */
export const isDecidedByUse = ({ condition }: Conjunct, permission: string): boolean =>
  condition.readsInstance ||
  doesRead(condition.membersRead, "request", "context") ||
  (permission.endsWith(":*") && doesRead(condition.membersRead, "action"));
