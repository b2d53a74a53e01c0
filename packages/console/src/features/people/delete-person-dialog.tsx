import { useTexts } from "../../texts/use-texts.tsx";
import { DeleteDialog } from "../deletion/delete-dialog.tsx";
import { peopleTexts } from "./texts.ts";
import { nameOf, type User } from "./user.ts";

interface DeletePersonDialogProps {
  readonly user: User;
  onClose(): void;
  onDeleted(): void;
}

export function DeletePersonDialog({ user, onClose, onDeleted }: DeletePersonDialogProps) {
  const texts = useTexts(peopleTexts);
  return (
    <DeleteDialog
      name="DELETE /users/{id}"
      params={{ id: user.id }}
      title={texts.deleteTitle(nameOf(user))}
      word={user.username}
      consequences={[texts.deleteSignsOut, texts.deleteConsents, texts.deleteInsteadDisable]}
      deleted={texts.deleted(nameOf(user))}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  );
}
