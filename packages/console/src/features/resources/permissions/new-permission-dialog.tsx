import { useState } from "react";
import { describeCall } from "../../../api/call-api.ts";
import { problemAt } from "../../../api/problem-at.ts";
import { useWrite } from "../../../api/use-api.ts";
import { isSame } from "../../../is-same.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { ApiCall } from "../../../ui/api-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormProblem } from "../../../ui/form-problem.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { DescriptionFields } from "../description-fields.tsx";
import type { Description } from "../resource.ts";
import { resourcesTexts } from "../texts.ts";

const FIELDS = ["/name", "/description"];

/** Mounted while it is open. */
export function NewPermissionDialog({ onClose }: { onClose(): void }) {
  const { custom: texts, missing, cancel } = useTexts(resourcesTexts);
  const toast = useToast();
  const create = useWrite("POST /permissions");
  const [name, setName] = useState("");
  const [description, setDescription] = useState<Description>({});
  const [tried, setTried] = useState(false);
  const given = { body: { name, description } };
  const { error } = create;
  const submit = () => {
    setTried(true);
    if (name === "" || description.en === undefined) return;
    create.mutate(given, {
      onSuccess: () => {
        toast({ title: texts.created(name) });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.create}
      footer={
        <>
          <span className="me-auto">
            <ApiCall call={describeCall("POST /permissions", given)} />
          </span>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" loading={create.isPending} onClick={submit}>
            {texts.create}
          </Button>
        </>
      }
    >
      <FormProblem error={error} title={texts.notCreated} fields={FIELDS} />
      <Field
        label={texts.name}
        hint={texts.nameHint}
        error={problemAt(error, "/name") ?? (tried && name === "" ? missing : undefined)}
        required
      >
        <TextInput
          className="font-mono"
          value={name}
          onChange={setName}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
      <DescriptionFields description={description} onChange={setDescription} error={error} tried={tried} />
      <LeaveGuard when={name !== "" || !isSame(description, {})} />
    </Dialog>
  );
}
