import { ApiProblem } from "../../api/problem.ts";

/** Something that still needs what is to be deleted, as the API names it. */
export interface Use {
  readonly kind: string;
  readonly id: string;
}

/** Who the API says still needs it; undefined when the refusal was another one. */
export function usesIn(error: unknown): readonly Use[] | undefined {
  if (!(error instanceof ApiProblem) || error.slug !== "in_use") return undefined;
  const named = error.problem.used_by;
  return Array.isArray(named) ? (named as readonly Use[]) : [];
}
