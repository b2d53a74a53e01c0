import { describeCall } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { type Assignment, assignmentFrom } from "../access/assignment.ts";
import { DialogEnd } from "../forms/dialog-end.tsx";
import { LeaveGuard } from "../forms/leave-guard.tsx";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { AssignmentFormFields } from "./assignment-form-fields.tsx";
import { assignmentsTexts } from "./texts.ts";
import { useAssignmentForm } from "./use-assignment-form.ts";
import { useMayGive } from "./use-may-give.ts";

interface AssignDialogProps {
  /** The members that the caller already knows; the dialog asks for the rest. */
  readonly known: Partial<Assignment>;
  /** The existing assignment with another expiry, if the new one replaces it. */
  readonly before?: Assignment | undefined;
  readonly title?: string;
  /** Runs after the assignment was created, and after its undo. */
  readonly onChanged?: (() => void) | undefined;
  onClose(): void;
}

/** Confirms or completes one assignment on any page. Mounted while it is open. */
export function AssignDialog({ known, before, title, onChanged, onClose }: AssignDialogProps) {
  const texts = useTexts(assignmentsTexts);
  const form = useAssignmentForm(known, onChanged);
  const submit = async () => {
    if (await form.submit(before)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title ?? texts.giveTitle}
      description={useMayGive()}
      footer={
        <DialogEnd call={describeCall("POST /assignments", { body: assignmentFrom(form.typed) })}>
          <PermittedButton icon="draft" needs="simulate" onClick={() => form.addToDraft() && onClose()}>
            {texts.toDraft}
          </PermittedButton>
          <Button kind="primary" loading={form.working} onClick={submit}>
            {texts.submit}
          </Button>
        </DialogEnd>
      }
    >
      <AssignmentFormFields form={form} />
      <LeaveGuard when={form.dirty} />
    </Dialog>
  );
}
