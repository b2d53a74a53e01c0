import { useState } from "react";
import { type BodyOf, describeCall } from "../../../api/call-api.ts";
import { isVersionMismatch, problemAt } from "../../../api/problem-at.ts";
import { useWrite } from "../../../api/use-api.ts";
import { isSame } from "../../../is-same.ts";
import { useTexts } from "../../../texts/use-texts.tsx";
import { ApiCall } from "../../../ui/api-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormProblem } from "../../../ui/form-problem.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { ObjectEditor } from "../../../ui/object-editor.tsx";
import type { JsonObject } from "../../../ui/object-rows.ts";
import { TextInput } from "../../../ui/text-input.tsx";
import { useToast } from "../../../ui/toasts.tsx";
import { InstancePicker } from "../../assignments/pickers.tsx";
import { resourcesTexts } from "../texts.ts";

interface NewInstanceDialogProps {
  readonly resource: string;
  /** The id of what it is to be below; `""` for the top. */
  readonly parent: string;
  onClose(): void;
}

const FIELDS = ["/id", "/parent", "/attributes"];

/** Mounted while it is open. */
export function NewInstanceDialog({ resource, parent: initialParent, onClose }: NewInstanceDialogProps) {
  const { instances: texts, missing, cancel } = useTexts(resourcesTexts);
  const toast = useToast();
  const put = useWrite("PUT /resources/{name}/instances/{id}");
  const [id, setId] = useState("");
  const [givenParent] = useState(initialParent === "" ? "" : `${resource}/${initialParent}`);
  const [parent, setParent] = useState(givenParent);
  const [attributes, setAttributes] = useState<JsonObject | undefined>({});
  const [tried, setTried] = useState(false);
  const body: BodyOf<"PUT /resources/{name}/instances/{id}"> = {
    ...(parent !== "" && { parent }),
    attributes: attributes ?? {},
  };
  // Only when there is none: an id that is taken must not be overwritten by what was meant to be new.
  const given = { params: { name: resource, id }, body, ifNew: true };
  const { error } = put;

  const submit = () => {
    setTried(true);
    if (id === "" || !attributes) return;
    put.mutate(given, {
      onSuccess: () => {
        toast({ title: texts.created(`${resource}/${id}`) });
        onClose();
      },
    });
  };

  const isTaken = isVersionMismatch(error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.create}
      footer={
        <>
          <span className="me-auto">
            <ApiCall call={describeCall("PUT /resources/{name}/instances/{id}", given)} />
          </span>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" loading={put.isPending} onClick={submit}>
            {texts.create}
          </Button>
        </>
      }
    >
      {!isTaken && <FormProblem error={error} title={texts.notCreated} fields={FIELDS} />}
      <Field
        label={texts.id}
        hint={texts.idHint}
        error={
          (isTaken ? texts.taken(id) : problemAt(error, "/id")) ?? (tried && id === "" ? missing : undefined)
        }
        required
      >
        <TextInput className="font-mono" value={id} onChange={setId} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label={texts.parent} hint={texts.parentHint} error={problemAt(error, "/parent")}>
        <InstancePicker value={parent} onChange={setParent} placeholder={texts.top} />
      </Field>
      <ObjectEditor
        label={texts.attributes}
        hint={texts.attributesHint}
        error={problemAt(error, "/attributes", true)}
        value={attributes}
        onChange={setAttributes}
      />
      <LeaveGuard when={id !== "" || parent !== givenParent || !isSame(attributes, {})} />
    </Dialog>
  );
}
