import { findConflict } from "../../api/conflict.ts";

/** An object that uses the one to delete, as the API names it. */
export interface Dependent {
  readonly kind: string;
  readonly id: string;
}

/** Finds the dependents that the API reports; undefined for another error. */
export function findDependents(error: unknown): readonly Dependent[] | undefined {
  const conflict = findConflict(error);
  return conflict?.code === "in_use" ? conflict.used_by : undefined;
}
