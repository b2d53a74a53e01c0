import { DeleteDialog } from "../../components/deletion/delete-dialog.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { userTexts } from "./texts.ts";
import { nameOf, type User } from "./user.ts";

interface DeleteUserDialogProps {
  readonly user: User;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const texts = useTexts(userTexts);
  return (
    <DeleteDialog
      kind="user"
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
