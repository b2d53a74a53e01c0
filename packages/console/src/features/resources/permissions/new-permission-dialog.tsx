import { describeCall } from "../../../api/call-api.ts";
import { useWrite } from "../../../api/use-api.ts";
import { NameField } from "../../../components/fields/name-field.tsx";
import { DialogEnd } from "../../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../../components/forms/leave-guard.tsx";
import { FormProblem } from "../../../components/problems/form-problem.tsx";
import { useToast } from "../../../components/problems/toasts.tsx";
import { useTexts } from "../../../texts/use-texts.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { useFormInput } from "../../../ui/form/use-form-input.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { DescriptionFields } from "../description-fields.tsx";
import { type Description, toLocalizedText } from "../resource.ts";
import { permissionsTexts } from "./texts.ts";

interface NewPermission {
  readonly name: string;
  readonly description: Description;
}

const UNTOUCHED: NewPermission = { name: "", description: {} };
const FIELDS = ["/name", "/description"];

/** Mounted while it is open. */
export function NewPermissionDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts(permissionsTexts);
  const toast = useToast();
  const { typed, change, dirty, tried, setTried } = useFormInput(UNTOUCHED);
  const { name, description } = typed;
  const create = useWrite("POST /permissions");
  const given = { body: { name, description: toLocalizedText(description) } };
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
        <DialogEnd call={describeCall("POST /permissions", given)}>
          <Button kind="primary" loading={create.isPending} onClick={submit}>
            {texts.create}
          </Button>
        </DialogEnd>
      }
    >
      <FormProblem error={error} title={texts.notCreated} fields={FIELDS} />
      <NameField
        value={name}
        onChange={(next) => change({ name: next })}
        texts={texts}
        error={error}
        tried={tried}
        code
      />
      <DescriptionFields
        description={description}
        onChange={(next) => change({ description: next })}
        error={error}
        tried={tried}
      />
      <LeaveGuard when={dirty} />
    </Dialog>
  );
}
