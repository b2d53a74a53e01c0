import type { Condition } from "@licet/engine/internal/conditions/condition.ts";
import { type InputRoot, readsOfSource } from "@licet/engine/internal/conditions/condition-reads.ts";
import type { ConditionExplanation } from "@licet/engine/internal/explain/explain-condition.ts";
import type { Suggestion } from "@licet/engine/internal/explain/explanation.ts";
import type { ExplanationView } from "@licet/engine/internal/explain/write-explanation.ts";
import { lackingToRead } from "../../directory/write/guarded-inputs.ts";

/** An input that a condition reads and the caller may not read, with the permissions that its token lacks. */
export interface WithheldInput {
  readonly input: InputRoot;
  readonly lacking: readonly string[];
}

/** The parts of an explanation that a caller may see. */
export interface ShowValues extends ExplanationView {
  condition(
    condition: ConditionExplanation,
  ): ConditionExplanation & { readonly values_withheld?: readonly WithheldInput[] };
  /** True when the caller may learn the outcome of a condition that does not apply to the subject yet. */
  outcome(condition: Pick<Condition, "membersRead">): boolean;
}

/**
 * Removes the values that the token may not read, and names their inputs. Missing inputs are removed as well: that a
 * user lacks an attribute also reveals something about the user.
 */
export function createShowValues(permissions: ReadonlySet<string>): ShowValues {
  const mayRead = (path: string): boolean => lackingToRead(rootOf(path), permissions).length === 0;

  return {
    condition(condition) {
      const withheld = [...readsOfSource(condition.source).keys()]
        .map((input) => ({ input, lacking: lackingToRead(input, permissions) }))
        .filter(({ lacking }) => lacking.length > 0);
      if (withheld.length === 0) return condition;
      const values = Object.entries(condition.values).filter(([path]) => mayRead(path));
      return {
        ...condition,
        values: Object.fromEntries(values),
        missing: condition.missing.filter(mayRead),
        values_withheld: withheld,
      };
    },
    suggestions: (suggestions) =>
      suggestions.flatMap((suggestion): readonly Suggestion[] => {
        if (suggestion.kind !== "provide_context") return [suggestion];
        const missing = suggestion.missing.filter(mayRead);
        return missing.length > 0 ? [{ ...suggestion, missing }] : [];
      }),
    outcome: ({ membersRead }) =>
      [...membersRead.keys()].every((input) => lackingToRead(input, permissions).length === 0),
  };
}

/** Of `subject.attributes["a b"]` it is `subject`. */
const rootOf = (path: string): InputRoot => path.split(/[.[]/, 1)[0] as InputRoot;
