import { assignmentFrom, assignmentInputFrom, isComplete } from "../../components/access/assignment.ts";
import { AssignmentFields } from "../../components/assignments/assignment-fields.tsx";
import { addAssignment, changeDraft } from "../../components/draft/draft-store.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { DialogEnd } from "../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../components/forms/leave-guard.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";

export function DraftAssignDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(draftTexts);
  const { typed, change, dirty, tried, setTried } = useFormInput(assignmentInputFrom({}));
  const keep = () => {
    setTried(true);
    if (!isComplete(typed)) return;
    changeDraft(addAssignment(assignmentFrom(typed)));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.give}
      footer={
        <DialogEnd>
          <Button kind="primary" onClick={keep}>
            {texts.keep}
          </Button>
        </DialogEnd>
      }
    >
      <AssignmentFields typed={typed} onChange={change} tried={tried} />
      <LeaveGuard when={dirty} />
    </Dialog>
  );
}
