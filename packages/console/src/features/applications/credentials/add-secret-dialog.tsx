import { useState } from "react";
import { Field } from "../../../components/fields/field.tsx";
import { DialogEnd } from "../../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../../components/forms/leave-guard.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Notice } from "../../../ui/display/notice.tsx";
import { DateTimeInput } from "../../../ui/form/date-time-input.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SecretOnceDialog } from "./secret-once-dialog.tsx";
import { credentialsTexts } from "./texts.ts";
import type { SecretOwner, Secrets } from "./use-secrets.ts";

interface AddSecretDialogProps {
  readonly owner: SecretOwner;
  readonly secrets: Secrets;
  onClose(): void;
}

/** Asks for the expiry first, then shows the secret once. */
export function AddSecretDialog({ owner, secrets, onClose }: AddSecretDialogProps) {
  const texts = useTexts(credentialsTexts);
  const [expiresAt, setExpiresAt] = useState<string>();
  const [created, setCreated] = useState<string>();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const live = secrets.items?.length ?? 0;

  const create = async () => {
    setWorking(true);
    setError(undefined);
    try {
      setCreated(await secrets.add(expiresAt));
    } catch (problem) {
      setError(problem);
    } finally {
      setWorking(false);
    }
  };

  if (created !== undefined)
    return (
      <SecretOnceDialog
        title={texts.stored}
        fileName={owner.accessKey ?? owner.clientId}
        values={valuesOf(owner, created, texts)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.addTitle}
      description={texts.addHint}
      footer={
        <DialogEnd call={secrets.addCall(expiresAt)}>
          <Button kind="primary" loading={working} onClick={() => void create()}>
            {texts.create}
          </Button>
        </DialogEnd>
      }
    >
      {live >= 2 && <Notice tone="warning">{texts.already(live)}</Notice>}
      <Field label={texts.expiry} hint={texts.expiryHint}>
        <DateTimeInput value={expiresAt} onChange={setExpiresAt} />
      </Field>
      {error !== undefined && <ErrorNotice error={error} />}
      <LeaveGuard when={expiresAt !== undefined} />
    </Dialog>
  );
}

const valuesOf = (
  { clientId, accessKey }: SecretOwner,
  secret: string,
  texts: (typeof credentialsTexts)["en"],
) =>
  accessKey === undefined
    ? [
        { name: "LICET_CLIENT_ID", label: texts.clientId, value: clientId },
        { name: "LICET_CLIENT_SECRET", label: texts.clientSecret, value: secret },
      ]
    : [
        { name: "LICET_ACCESS_KEY", label: texts.accessKey, value: accessKey },
        { name: "LICET_SECRET_KEY", label: texts.secretKey, value: secret },
      ];
