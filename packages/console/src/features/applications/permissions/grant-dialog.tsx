import { type FormEvent, useId, useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { ApiProblem } from "../../../api/problem.ts";
import { useWrite } from "../../../api/use-api.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { ApiCall } from "../../../ui/api-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeInput } from "../../../ui/code-input.tsx";
import { Combobox } from "../../../ui/combobox.tsx";
import { DateTimeInput } from "../../../ui/date-time-input.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorNotice } from "../../../ui/error-notice.tsx";
import { Field } from "../../../ui/field.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import type { Option } from "../../../ui/option.ts";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { nameOf } from "../application.ts";
import { useApplication } from "../application-context.ts";
import { searchPermissions, searchRoles } from "../search-catalogue.ts";
import { permissionsTexts } from "./texts.ts";

interface GrantDialogProps {
  onClose(): void;
  onGiven(what: string, id: string): void;
}

/** One assignment for this application. */
export function GrantDialog({ onClose, onGiven }: GrantDialogProps) {
  const texts = useTexts(permissionsTexts);
  const formId = useId();
  const { application, clientId } = useApplication();
  const [kind, setKind] = useState<"role" | "permission">("permission");
  const [chosen, setChosen] = useState<Option>();
  const [at, setAt] = useState("");
  const [when, setWhen] = useState("");
  const [expiresAt, setExpiresAt] = useState<string>();
  const create = useWrite("POST /assignments");
  const body = {
    principal: `application:${clientId}`,
    ...(chosen && { [kind]: chosen.value }),
    ...(at.trim() !== "" && { at: at.trim() }),
    ...(when.trim() !== "" && { when: when.trim() }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
  const problem = create.error instanceof ApiProblem ? create.error : undefined;
  const atFields = problem?.problem.errors?.every(({ pointer }) =>
    /^\/(role|permission|at|when|expires_at)/.test(pointer),
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { body },
      {
        onSuccess: ({ body: made }) => {
          onGiven(chosen?.label ?? "", made.id);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.grantTitle(nameOf(application))}
      description={texts.mayGrant}
      footer={
        <>
          <span className="me-auto">
            <ApiCall call={describeCall("POST /assignments", { body })} look="icon" />
          </span>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" loading={create.isPending} disabled={!chosen}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="grid gap-5" noValidate>
        <RadioCards
          legend={texts.kind}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setChosen(undefined);
          }}
          cards={[
            { value: "permission", title: texts.permission, detail: texts.permissionDetail },
            { value: "role", title: texts.role, detail: texts.roleDetail },
          ]}
        />
        <Field
          label={kind === "role" ? texts.role : texts.permission}
          required
          error={problem?.about("/role") ?? problem?.about("/permission")}
        >
          <Combobox
            key={kind}
            value={chosen}
            onChange={setChosen}
            search={kind === "role" ? searchRoles : searchPermissions}
            placeholder={kind === "role" ? texts.chooseRole : texts.choosePermission}
          />
        </Field>
        <Field label={texts.at} hint={texts.atHint} error={problem?.about("/at")}>
          <TextInput
            className="font-mono"
            value={at}
            onChange={setAt}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field label={texts.when} hint={texts.whenHint} error={problem?.about("/when")}>
          <CodeInput value={when} onChange={setWhen} rows={1} />
        </Field>
        <Field label={texts.until} error={problem?.about("/expires_at")}>
          <DateTimeInput value={expiresAt} onChange={setExpiresAt} />
        </Field>
        {create.error && !atFields && <ErrorNotice error={create.error} />}
      </form>
      <LeaveGuard when={chosen !== undefined || at !== "" || when !== "" || expiresAt !== undefined} />
    </Dialog>
  );
}
