import { findConflict } from "./conflict.ts";
import type { InputIssue } from "./input-issue.ts";
import { ApiProblem } from "./problem.ts";

/** What the API said about one field of a form, by its JSON pointer; with `below`, about anything in it, too. */
export const issueAt = (error: unknown, pointer: string, below = false): InputIssue | undefined =>
  error instanceof ApiProblem ? error.about(pointer, below) : undefined;

/** Whether every issue is at one of these fields: then the form needs no notice above it. */
export function isSaidAtFields(error: unknown, pointers: readonly string[]): boolean {
  if (!(error instanceof ApiProblem) || !error.problem.errors?.length) return false;
  return error.problem.errors.every(({ pointer }) =>
    pointers.some((field) => pointer === field || pointer.startsWith(`${field}/`)),
  );
}

export const isVersionMismatch = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.slug === "version_mismatch";

/** What was to be made is there already. */
export const isTaken = (error: unknown): boolean => findConflict(error)?.code === "exists";

/** What the call was about is not there, or not any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status === 404 && (error.problem.errors ?? []).length === 0;
