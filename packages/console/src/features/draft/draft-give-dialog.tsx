import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogEnd } from "../../ui/dialog-end.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { useTyped } from "../../ui/use-typed.ts";
import { isComplete, typeAssignment, writeAssignment } from "../assignments/assignment.ts";
import { AssignmentFields } from "../assignments/assignment-fields.tsx";
import { changeDraft, giveLater } from "./draft-store.ts";
import { draftTexts } from "./texts.ts";

export function DraftGiveDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(draftTexts);
  const { typed, change, dirty, tried, setTried } = useTyped(typeAssignment({}));
  const keep = () => {
    setTried(true);
    if (!isComplete(typed)) return;
    changeDraft(giveLater(writeAssignment(typed)));
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
