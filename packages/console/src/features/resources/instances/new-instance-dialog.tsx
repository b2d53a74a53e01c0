import { describeCall } from "../../../api/call-api.ts";
import { issueAt, isVersionMismatch } from "../../../api/issue-at.ts";
import { useWrite } from "../../../api/use-api.ts";
import { Field } from "../../../components/fields/field.tsx";
import { ObjectEditor } from "../../../components/fields/object-editor.tsx";
import { DialogEnd } from "../../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../../components/forms/leave-guard.tsx";
import { InstancePicker } from "../../../components/principals/pickers.tsx";
import { FormProblem } from "../../../components/problems/form-problem.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { useFormInput } from "../../../ui/form/use-form-input.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { type InstanceParts, instanceBodyFrom } from "./instance.ts";
import { instancesTexts } from "./texts.ts";

interface NewInstanceDialogProps {
  readonly resource: string;
  /** The id of the parent; `""` for a root instance. */
  readonly below: string;
  onClose(): void;
}

type NewInstance = InstanceParts & { readonly id: string };

const FIELDS = ["/id", "/parent", "/attributes"];

/** Mounted while it is open. */
export function NewInstanceDialog({ resource, below, onClose }: NewInstanceDialogProps) {
  const texts = useTexts(instancesTexts);
  const toast = useToast();
  const put = useWrite("PUT /resources/{name}/instances/{id}");
  const { typed, change, dirty, tried, setTried } = useFormInput<NewInstance>({
    id: "",
    parent: below === "" ? "" : `${resource}/${below}`,
    attributes: {},
  });
  const { id, parent, attributes } = typed;
  // The call creates only: an existing instance with this id must not be overwritten.
  const given = { params: { name: resource, id }, body: instanceBodyFrom(typed), ifNew: true };
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
        <DialogEnd call={describeCall("PUT /resources/{name}/instances/{id}", given)}>
          <Button kind="primary" loading={put.isPending} onClick={submit}>
            {texts.create}
          </Button>
        </DialogEnd>
      }
    >
      {!isTaken && <FormProblem error={error} title={texts.notCreated} fields={FIELDS} />}
      <Field
        label={texts.id}
        hint={texts.idHint}
        error={
          (isTaken ? texts.taken(id) : issueAt(error, "/id")) ??
          (tried && id === "" ? texts.missing : undefined)
        }
        required
      >
        <TextInput
          className="font-mono"
          value={id}
          onChange={(next) => change({ id: next })}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Field label={texts.parent} hint={texts.parentHint} error={issueAt(error, "/parent")}>
        <InstancePicker
          value={parent}
          onChange={(next) => change({ parent: next })}
          placeholder={texts.top}
        />
      </Field>
      <ObjectEditor
        label={texts.attributes}
        hint={texts.attributesHint}
        error={issueAt(error, "/attributes", true)}
        value={attributes}
        onChange={(next) => change({ attributes: next })}
      />
      <LeaveGuard when={dirty} />
    </Dialog>
  );
}
