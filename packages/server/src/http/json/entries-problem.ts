import type { EntriesError, EntryPath } from "../../directory/plan/entries-error.ts";
import { conflictProblem, invalidInput, type ProblemError } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

/**
 * The problem of entries that came with a request. `place` maps the path of a value among the entries to its place in
 * the body. A cycle, or a change of a fixed entity, is not an issue of the input but a conflict with what is stored.
 */
export function entriesProblem(
  { issues }: EntriesError,
  body?: unknown,
  place: (path: EntryPath) => EntryPath = (path) => path,
): ProblemError {
  const errors = issues.map(({ path, message, issue = { code: "invalid" } as const }) => ({
    pointer: writePointer(body === undefined ? path : reachable(body, place(path))),
    detail: message,
    ...issue,
  }));
  const conflict = issues.find((each) => each.conflict);
  if (conflict && issues.every((each) => each.conflict))
    return conflictProblem(conflict.message, { code: "input" }, { errors });
  return invalidInput(errors);
}

/** The path, or the nearest one that leads to a value: a grant as a plain string has no member `permission`. */
function reachable(body: unknown, path: EntryPath): EntryPath {
  let value = body;
  for (const [depth, part] of path.entries()) {
    if (typeof value !== "object" || value === null) return path.slice(0, depth);
    value = (value as Readonly<Record<string, unknown>>)[part];
    // The path includes a missing member.
    if (value === undefined) return path.slice(0, depth + 1);
  }
  return path;
}
