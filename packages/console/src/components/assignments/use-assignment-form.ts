import { useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { type Assignment, assignmentFrom, assignmentInputFrom, isComplete } from "../access/assignment.ts";
import { addAssignment, changeDraft } from "../draft/draft-store.ts";
import { useToast } from "../problems/toasts.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useAssign } from "./use-assign.ts";

/** The state of an assignment form; the input stays until the assignment is created. */
export function useAssignmentForm(known: Partial<Assignment>, onChanged?: () => void) {
  const texts = useTexts(assignmentsTexts);
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(assignmentInputFrom(known));
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const { assign } = useAssign(onChanged);

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
        await assign(assignmentFrom(typed), replaced);
        return true;
      } catch (problem) {
        setError(problem);
        return false;
      } finally {
        setWorking(false);
      }
    },
    /** Returns true when the assignment is in the draft. */
    addToDraft(): boolean {
      setTried(true);
      if (!isComplete(typed)) return false;
      changeDraft(addAssignment(assignmentFrom(typed)));
      toast({ title: texts.addedToDraft });
      return true;
    },
  };
}

export type AssignmentForm = ReturnType<typeof useAssignmentForm>;
