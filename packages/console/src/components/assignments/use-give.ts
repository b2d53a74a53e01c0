import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useTyped } from "../../ui/form/use-typed.ts";
import { type Assignment, isComplete, typeAssignment, writeAssignment } from "../access/assignment.ts";
import { changeDraft, giveLater } from "../draft/draft-store.ts";
import { useToast } from "../problems/toasts.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useAssign } from "./use-assign.ts";

/** The state of a form that gives something: what was typed stays until it was given. */
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
    /** True when it was given. Otherwise the form says what is missing, or why not. */
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
    /** True when it is in the draft. */
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
