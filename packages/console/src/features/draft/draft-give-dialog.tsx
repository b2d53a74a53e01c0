import { useState } from "react";
import { isSame } from "../../is-same.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { isComplete, typeAssignment, writeAssignment } from "../assignments/assignment.ts";
import { AssignmentFields } from "../assignments/assignment-fields.tsx";
import { changeDraft } from "./draft-store.ts";
import { draftTexts } from "./texts.ts";

export function DraftGiveDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(draftTexts);
  const [before] = useState(() => typeAssignment({}));
  const [typed, setTyped] = useState(before);
  const [tried, setTried] = useState(false);
  const keep = () => {
    setTried(true);
    if (!isComplete(typed)) return;
    changeDraft((draft) => ({ ...draft, give: [...draft.give, writeAssignment(typed)] }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.give}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" onClick={keep}>
            {texts.keep}
          </Button>
        </>
      }
    >
      <AssignmentFields typed={typed} onChange={setTyped} tried={tried} />
      <LeaveGuard when={!isSame(typed, before)} />
    </Dialog>
  );
}
