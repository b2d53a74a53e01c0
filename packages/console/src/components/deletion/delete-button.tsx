import { useState } from "react";
import { useTexts } from "../../texts/use-texts.tsx";
import { KINDS } from "../../values/kinds.generated.ts";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { DeleteDialog, type DeleteDialogProps } from "./delete-dialog.tsx";
import { deletionTexts } from "./texts.ts";

/** Deletes an object from the drawer that shows it. */
export function DeleteButton(dialog: Omit<DeleteDialogProps, "onClose">) {
  const texts = useTexts(deletionTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <PermittedButton
        size="small"
        icon="trash"
        className="ms-auto"
        needs={KINDS[dialog.kind].mayWrite}
        onClick={() => setOpen(true)}
      >
        {texts.delete}
      </PermittedButton>
      {open && <DeleteDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
