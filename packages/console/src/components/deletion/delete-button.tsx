import { useState } from "react";
import type { LicetPermission } from "../../auth/licet-permission.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import { DeleteDialog, type DeleteDialogProps, type DeleteName } from "./delete-dialog.tsx";
import { deletionTexts } from "./texts.ts";

interface DeleteButtonProps<Name extends DeleteName> extends Omit<DeleteDialogProps<Name>, "onClose"> {
  readonly needs: LicetPermission;
}

/** Deletes an object from the drawer that shows it. */
export function DeleteButton<Name extends DeleteName>({ needs, ...dialog }: DeleteButtonProps<Name>) {
  const texts = useTexts(deletionTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <PermittedButton
        size="small"
        icon="trash"
        className="ms-auto"
        needs={needs}
        onClick={() => setOpen(true)}
      >
        {texts.delete}
      </PermittedButton>
      {open && <DeleteDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
