import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useTyped } from "../../ui/form/use-typed.ts";
import { type Assignment, isComplete, typeAssignment, writeAssignment } from "../access/assignment.ts";
import { changeDraft, giveLater } from "../draft/draft-store.ts";
import { useToast } from "../problems/toasts.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useAssign } from "./use-assign.ts";

/** The state of an assignment form; the input stays until the assignment is created. */
export function useGive(known: Partial<Assignment>, onChanged?: () => void) {
  const texts = useTexts(assignmentsTexts);
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useTyped(typeAssignment(known));
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { give } = useAssign(onChanged);

  return {
    typed,
    change,
    dirty,
    tried,
    working,
    error,
    problem: error instanceof ApiProblem ? error : undefined,
    /** Resolves to true when the assignment is created. Otherwise the form shows the issues or the error. */
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
    /** Returns true when the assignment is in the draft. */
    keepForLater(): boolean {
      setTried(true);
      if (!isComplete(typed)) return false;
      changeDraft(giveLater(writeAssignment(typed)));
      toast({ title: texts.addedToDraft });
      return true;
    },
  };
}

export type Giving = ReturnType<typeof useGive>;
