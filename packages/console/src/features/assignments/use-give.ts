import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import {
  type Assignment,
  isComplete,
  type TypedAssignment,
  typeAssignment,
  writeAssignment,
} from "./assignment.ts";
import { useAssign } from "./use-assign.ts";

/** The state of a form that gives something: what was typed stays until it was given. */
export function useGive(known: Partial<Assignment>, onChanged?: () => void) {
  const [typed, setTyped] = useState<TypedAssignment>(() => typeAssignment(known));
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { give } = useAssign(onChanged);

  return {
    typed,
    setTyped,
    tried,
    working,
    error,
    problem: error instanceof ApiProblem ? error : undefined,
    /** The assignment, when everything is there; otherwise the form says what is missing. */
    complete(): Assignment | undefined {
      setTried(true);
      return isComplete(typed) ? writeAssignment(typed) : undefined;
    },
    /** True when it was given. */
    async submit(before?: Assignment): Promise<boolean> {
      setTried(true);
      if (!isComplete(typed)) return false;
      setWorking(true);
      setError(undefined);
      try {
        await give(writeAssignment(typed), before);
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      } finally {
        setWorking(false);
      }
    },
  };
}
