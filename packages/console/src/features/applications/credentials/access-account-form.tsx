import { ApiProblem } from "../../../api/problem.ts";
import type { Versioned } from "../../../api/use-form-draft.ts";
import { Field } from "../../../components/fields/field.tsx";
import { SaveBar } from "../../../components/forms/save-bar.tsx";
import { useEntityDraft } from "../../../components/pages/use-entity-draft.ts";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { DateTimeInput } from "../../../ui/form/date-time-input.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { useApplication } from "../use-application.ts";
import type { AccessAccount, AccessAccountBody } from "./access-account.ts";
import { CeilingField } from "./ceiling-field.tsx";
import { credentialsTexts } from "./texts.ts";

interface AccessAccountFormProps {
  readonly stored: Versioned<AccessAccount>;
  readonly accessKey: string;
}

const pick = ({ name, enabled, ceiling, expires_at }: AccessAccount) => ({
  name: name ?? "",
  enabled: enabled ?? true,
  ceiling,
  expires_at,
});
type Part = ReturnType<typeof pick>;

/** The form has all members that can change, so PUT needs no others. */
const bodyOf = ({ name, enabled, ceiling, expires_at }: Part): AccessAccountBody => ({
  ...(name !== "" && { name }),
  enabled,
  ...(ceiling !== undefined && { ceiling }),
  ...(expires_at !== undefined && { expires_at }),
});

export function AccessAccountForm({ stored, accessKey }: AccessAccountFormProps) {
  const texts = useTexts(credentialsTexts);
  const toast = useToast();
  const { clientId, editable } = useApplication();
  const params = { client_id: clientId, access_key: accessKey };
  const { draft, call } = useEntityDraft("access_account", { stored, params, pick, bodyOf });
  const { part } = draft;
  const problem = draft.error instanceof ApiProblem ? draft.error : undefined;
  return (
    <div className="grid gap-5">
      <Field label={texts.accountName} disabled={!editable} error={problem?.about("/name")}>
        <TextInput value={part.name} onChange={(name) => draft.change({ name })} autoComplete="off" />
      </Field>
      <CeilingField
        value={part.ceiling}
        onChange={(ceiling) => draft.change({ ceiling })}
        error={problem?.about("/ceiling", true)}
        disabled={!editable}
      />
      <Field label={texts.accountExpiry} hint={texts.accountExpiryHint} error={problem?.about("/expires_at")}>
        <DateTimeInput
          value={part.expires_at}
          onChange={(expires_at) => draft.change({ expires_at })}
          disabled={!editable}
        />
      </Field>
      <Checkbox
        label={texts.accountState}
        detail={texts.accountStateHint}
        checked={part.enabled}
        onChange={(enabled) => draft.change({ enabled })}
        disabled={!editable}
      />
      {editable && (
        <SaveBar
          draft={draft}
          call={call}
          labels={{
            name: texts.accountName,
            enabled: texts.accountState,
            ceiling: texts.ceiling,
            expires_at: texts.accountExpiry,
          }}
          onSaved={() => toast({ title: texts.accountSaved })}
        />
      )}
    </div>
  );
}
