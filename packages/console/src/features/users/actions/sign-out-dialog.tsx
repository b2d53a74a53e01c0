import { describeCall } from "../../../api/call-api.ts";
import { useWrite } from "../../../api/use-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { nameOf } from "../user.ts";
import { userActionTexts } from "./texts.ts";
import { useSessionCount } from "./use-session-count.ts";
import type { UserDialogProps } from "./user-dialog-props.ts";

/** Revokes every session of the user and the access of every application. It cannot be undone, and says so. */
export function SignOutDialog({ user, onClose }: UserDialogProps) {
  const texts = useTexts(userActionTexts);
  const toast = useToast();
  const endAll = useWrite("DELETE /users/{id}/sessions");
  const sessions = useSessionCount(user.id);
  const given = { params: { id: user.id } };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.signOutTitle(nameOf(user))}
      consequences={[texts.endsSessions(sessions), texts.endsAccess, texts.signOutNoUndo]}
      confirmLabel={texts.signOut}
      onConfirm={async () => {
        await endAll.mutateAsync(given);
        toast({ title: texts.signedOut(nameOf(user)) });
      }}
    >
      <span>
        <ApiCall call={describeCall("DELETE /users/{id}/sessions", given)} />
      </span>
    </ConfirmDialog>
  );
}
