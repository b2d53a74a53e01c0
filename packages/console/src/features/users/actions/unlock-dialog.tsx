import { describeCall } from "../../../api/call-api.ts";
import { useWrite } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { lockoutTexts } from "../lockout-texts.ts";
import { nameOf } from "../user.ts";
import { userActionTexts } from "./texts.ts";
import type { UserDialogProps } from "./user-dialog-props.ts";

/** Forgets the wrong passwords of the user. They cannot be restored, and the dialog says so. */
export function UnlockDialog({ user, failures, onClose }: UserDialogProps & { readonly failures: number }) {
  const texts = useTexts(userActionTexts);
  const { unlocked } = useTexts(lockoutTexts);
  const toast = useToast();
  const unlock = useWrite("DELETE /users/{id}/lockout");
  const given = { params: { id: user.id } };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.unlockTitle(nameOf(user))}
      consequences={[texts.unlockForgets(failures), texts.unlockAgain, texts.unlockNoUndo]}
      confirmLabel={texts.unlock}
      kind="primary"
      onConfirm={async () => {
        await unlock.mutateAsync(given);
        toast({ title: unlocked });
      }}
    >
      <span>
        <ApiCall call={describeCall("DELETE /users/{id}/lockout", given)} />
      </span>
    </ConfirmDialog>
  );
}
