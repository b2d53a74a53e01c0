import { describeCall } from "../../../api/call-api.ts";
import { ApiCall } from "../../../components/api-call/api-call.tsx";
import { ConfirmDialog } from "../../../components/forms/confirm-dialog.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { profileFrom, userBodyFrom } from "../profile/profile.ts";
import { nameOf, type User } from "../user.ts";
import { userActionTexts } from "./texts.ts";
import { useSessionCount } from "./use-session-count.ts";
import { useSetEnabled } from "./use-set-enabled.ts";
import type { UserDialogProps } from "./user-dialog-props.ts";

/** Says what ends when the user is disabled, and disables the user. Mounted while it is open. */
export function DisableDialog({ user, onClose }: UserDialogProps) {
  const texts = useTexts(userActionTexts);
  const setEnabled = useSetEnabled(user);
  const sessions = useSessionCount(user.id);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.disableTitle(nameOf(user))}
      consequences={[
        texts.disableAccess,
        texts.endsSessions(sessions),
        texts.endsAccess,
        texts.endsLinks,
        texts.disableKeeps,
      ]}
      confirmLabel={texts.disable}
      onConfirm={() => setEnabled(false)}
    >
      <StateCall user={user} enabled={false} />
    </ConfirmDialog>
  );
}

export function EnableDialog({ user, onClose }: UserDialogProps) {
  const texts = useTexts(userActionTexts);
  const setEnabled = useSetEnabled(user);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.enableTitle(nameOf(user))}
      consequences={[texts.enableAccess, texts.enableNotBack]}
      confirmLabel={texts.enable}
      kind="primary"
      onConfirm={() => setEnabled(true)}
    >
      <StateCall user={user} enabled />
    </ConfirmDialog>
  );
}

function StateCall({ user, enabled }: { readonly user: User; readonly enabled: boolean }) {
  const body = { ...userBodyFrom(profileFrom(user)), enabled };
  return (
    <span>
      <ApiCall call={describeCall("PUT /users/{id}", { params: { id: user.id }, body })} />
    </span>
  );
}
