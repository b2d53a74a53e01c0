import type { ConfigurationFileError, FilePath } from "../../state/file/configuration-file-error.ts";
import { conflictProblem, invalidInput, type ProblemError } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

/**
 * What is wrong with a state that a request was turned into. `place` says where in the request's body a part of the
 * state came from. A cycle, or something that may not be changed, is no mistake in the input: the state is against it.
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
