import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { isSame } from "../../is-same.ts";
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
  const [before] = useState<TypedAssignment>(() => typeAssignment(known));
  const [typed, setTyped] = useState(before);
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { give } = useAssign(onChanged);

  return {
    typed,
    setTyped,
    /** Something was typed that would be lost. */
    dirty: !isSame(typed, before),
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
    async submit(replaced?: Assignment): Promise<boolean> {
      setTried(true);
      if (!isComplete(typed)) return false;
      setWorking(true);
      setError(undefined);
      try {
        await give(writeAssignment(typed), replaced);
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
