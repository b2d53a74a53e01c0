import { findConflict } from "./conflict.ts";
import type { InputIssue } from "./input-issue.ts";
import { ApiProblem } from "./problem.ts";

/** Finds the issue of one form field by its JSON pointer; with `below`, also of its nested members. */
export const issueAt = (error: unknown, pointer: string, below = false): InputIssue | undefined =>
  error instanceof ApiProblem ? error.about(pointer, below) : undefined;

/** Returns true if every issue belongs to one of these fields; the form then needs no notice above them. */
export function isShownAtFields(error: unknown, pointers: readonly string[]): boolean {
  if (!(error instanceof ApiProblem) || !error.problem.errors?.length) return false;
  return error.problem.errors.every(({ pointer }) =>
    pointers.some((field) => pointer === field || pointer.startsWith(`${field}/`)),
  );
}

export const isVersionMismatch = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.slug === "version_mismatch";

/** Returns true if the object to create exists already. */
export const isTaken = (error: unknown): boolean => findConflict(error)?.code === "exists";

/** Returns true if the object of the call does not exist, or no longer exists. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 404 && (error.problem.errors ?? []).length === 0;
