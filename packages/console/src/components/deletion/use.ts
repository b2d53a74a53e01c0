import { ApiProblem } from "../../api/problem.ts";

/** An object that uses the one to delete, as the API names it. */
export interface Use {
  readonly kind: string;
  readonly id: string;
}

/** Returns the uses that the API reports; undefined for another error. */
export function usesIn(error: unknown): readonly Use[] | undefined {
  if (!(error instanceof ApiProblem) || error.slug !== "in_use") return undefined;
  const named = error.problem.used_by;
  return Array.isArray(named) ? (named as readonly Use[]) : [];
}
