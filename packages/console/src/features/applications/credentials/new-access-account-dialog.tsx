import { type FormEvent, useId, useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { isShownAtFields } from "../../../api/issue-at.ts";
import { ApiProblem } from "../../../api/problem.ts";
import { useWrite } from "../../../api/use-api.ts";
import { Field } from "../../../components/fields/field.tsx";
import { DialogEnd } from "../../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../../components/forms/leave-guard.tsx";
import { ErrorNotice } from "../../../components/problems/error-notice.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { DateTimeInput } from "../../../ui/form/date-time-input.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useApplication } from "../use-application.ts";
import type { CreatedAccessAccount } from "./access-account.ts";
import { CeilingField } from "./ceiling-field.tsx";
import { SecretOnceDialog } from "./secret-once-dialog.tsx";
import { credentialsTexts } from "./texts.ts";

const FIELDS = ["/name", "/ceiling", "/expires_at"];
const CREATE = "POST /applications/{client_id}/access-accounts";

export function NewAccessAccountDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(credentialsTexts);
  const formId = useId();
  const { clientId } = useApplication();
  const [name, setName] = useState("");
  const [ceiling, setCeiling] = useState<readonly string[]>();
  const [expiresAt, setExpiresAt] = useState<string>();
  const create = useWrite(CREATE);
  const given = {
    params: { client_id: clientId },
    body: {
      name: name.trim(),
      ...(ceiling !== undefined && { ceiling }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    },
  };
  const problem = create.error instanceof ApiProblem ? create.error : undefined;

  if (create.data) {
    const account = create.data.body as CreatedAccessAccount;
    return (
      <SecretOnceDialog
        title={texts.accountStored}
        usage={texts.accountUsage}
        onClose={onClose}
        fileName={account.access_key}
        values={[
          { name: "LICET_ACCESS_KEY", label: texts.accessKey, value: account.access_key },
          { name: "LICET_SECRET_KEY", label: texts.secretKey, value: account.secret_key ?? "" },
        ]}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(given);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.newAccount}
      footer={
        <DialogEnd call={describeCall(CREATE, given)}>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            loading={create.isPending}
            disabled={name.trim() === ""}
          >
            {texts.create}
          </Button>
        </DialogEnd>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-5" noValidate>
        <Field
          label={texts.accountName}
          hint={texts.accountNameHint}
          required
          error={problem?.about("/name")}
        >
          <TextInput value={name} onChange={setName} autoComplete="off" />
        </Field>
        <CeilingField value={ceiling} onChange={setCeiling} error={problem?.about("/ceiling", true)} />
        <Field
          label={texts.accountExpiry}
          hint={texts.accountExpiryHint}
          error={problem?.about("/expires_at")}
        >
          <DateTimeInput value={expiresAt} onChange={setExpiresAt} />
        </Field>
        {create.error && !isShownAtFields(create.error, FIELDS) && <ErrorNotice error={create.error} />}
      </form>
      <LeaveGuard when={name !== "" || ceiling !== undefined || expiresAt !== undefined} />
    </Dialog>
  );
}
