import type { ConfigurationFileError, FilePath } from "../../files/configuration-file-error.ts";
import { conflictProblem, invalidInput, type ProblemError } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

/**
 * The problem of a configuration made from a request. `place` maps a part of the configuration to its place in the
 * request's body. A cycle, or a change of a fixed entity, is not an issue of the input but a conflict with the state.
 */
export function configurationProblem(
  error: ConfigurationFileError,
  place: (path: FilePath) => FilePath,
): ProblemError {
  const errors = error.diagnostics.map(({ path, message, issue = { code: "invalid" } as const }) => ({
    pointer: writePointer(place(path)),
    detail: message,
    ...issue,
  }));
  const conflict = error.diagnostics.find((diagnostic) => diagnostic.conflict);
  if (conflict && error.diagnostics.every((diagnostic) => diagnostic.conflict))
    return conflictProblem(conflict.message, { code: "input" }, { errors });
  return invalidInput(errors);
}
