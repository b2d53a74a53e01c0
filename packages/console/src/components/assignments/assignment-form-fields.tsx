import { useTexts } from "../../texts/use-texts.tsx";
import { FormProblem } from "../problems/form-problem.tsx";
import { ASSIGNMENT_MEMBERS, AssignmentFields } from "./assignment-fields.tsx";
import { assignmentsTexts } from "./texts.ts";
import type { AssignmentForm } from "./use-assignment-form.ts";

/** One assignment, written as a batch. */
const POINTER = "/create/0";
const FIELDS = ASSIGNMENT_MEMBERS.map((member) => `${POINTER}/${member}`);

/** The fields of a new assignment, with the issues that the server reported. */
export function AssignmentFormFields({ form }: { readonly form: AssignmentForm }) {
  const texts = useTexts(assignmentsTexts);
  return (
    <>
      <FormProblem error={form.error} title={texts.failed} fields={FIELDS} />
      <AssignmentFields
        typed={form.typed}
        onChange={form.change}
        tried={form.tried}
        problem={form.problem}
        pointer={POINTER}
      />
    </>
  );
}
