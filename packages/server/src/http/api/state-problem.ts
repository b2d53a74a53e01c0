import type { FilePath, StateFileError } from "../../state/state-file-error.ts";
import { conflictProblem, invalidInput, type ProblemError } from "../problems.ts";
import { writePointer } from "./json-pointer.ts";

/**
 * What is wrong with a state that a request was turned into. `place` says where in the request's body a part of the
 * state came from. A cycle, or something that may not be changed, is no mistake in the input: the state is against it.
 */
export function stateProblem(error: StateFileError, place: (path: FilePath) => FilePath): ProblemError {
  const errors = error.problems.map(({ path, message, fault = { code: "invalid" } as const }) => ({
    pointer: writePointer(place(path)),
    detail: message,
    ...fault,
  }));
  const conflict = error.problems.find((problem) => problem.conflict);
  if (conflict && error.problems.every((problem) => problem.conflict))
    return conflictProblem(conflict.message, { code: "input" }, { errors });
  return invalidInput(errors);
}
