import { describeCall } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { ApiCall } from "../../ui/api-call.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { changeDraft } from "../draft/draft-store.ts";
import { type Assignment, writeAssignment } from "./assignment.ts";
import { ASSIGNMENT_MEMBERS, AssignmentFields } from "./assignment-fields.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useGive } from "./use-give.ts";

/** One assignment, written as a batch. */
const POINTER = "/create/0";
const FIELDS = ASSIGNMENT_MEMBERS.map((member) => `${POINTER}/${member}`);

interface GiveDialogProps {
  /** What is known already; the rest is asked. */
  readonly known: Partial<Assignment>;
  /** The same assignment with another end, when this one replaces it. */
  readonly before?: Assignment | undefined;
  readonly title?: string;
  /** It was given, or taken back by undoing that. */
  readonly onChanged?: (() => void) | undefined;
  onClose(): void;
}

/** Confirms or completes one assignment, wherever the need for it shows. Mounted while it is open. */
export function GiveDialog({ known, before, title, onChanged, onClose }: GiveDialogProps) {
  const texts = useTexts(assignmentsTexts);
  const toast = useToast();
  const form = useGive(known, onChanged);
  const submit = async () => {
    if (await form.submit(before)) onClose();
  };
  const keepForLater = () => {
    const assignment = form.complete();
    if (!assignment) return;
    changeDraft((draft) => ({ ...draft, give: [...draft.give, assignment] }));
    toast({ title: texts.addedToDraft });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title ?? texts.giveTitle}
      footer={
        <>
          <span className="me-auto">
            <ApiCall call={describeCall("POST /assignments", { body: writeAssignment(form.typed) })} />
          </span>
          <Button onClick={keepForLater} icon="draft" needs="simulate">
            {texts.toDraft}
          </Button>
          <Button kind="primary" loading={form.working} onClick={submit}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <FormProblem error={form.error} title={texts.failed} fields={FIELDS} />
      <AssignmentFields
        typed={form.typed}
        onChange={form.setTyped}
        tried={form.tried}
        problem={form.problem}
        pointer={POINTER}
      />
      <LeaveGuard when={form.dirty} />
    </Dialog>
  );
}
