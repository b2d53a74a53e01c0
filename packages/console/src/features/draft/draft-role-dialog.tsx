import { EMPTY_ROLE } from "../../components/access/role.ts";
import type { DraftRole } from "../../components/draft/draft.ts";
import { changeDraft, putRole } from "../../components/draft/draft-store.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { Field } from "../../components/fields/field.tsx";
import { DialogEnd } from "../../components/forms/dialog-end.tsx";
import { LeaveGuard } from "../../components/forms/leave-guard.tsx";
import { RoleFields } from "../../components/roles/role-fields.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useFormInput } from "../../ui/form/use-form-input.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface DraftRoleDialogProps {
  /** Undefined for a new role. */
  readonly known?: DraftRole;
  onClose(): void;
}

export function DraftRoleDialog({ known, onClose }: DraftRoleDialogProps) {
  const texts = useTexts(draftTexts);
  const { typed, change, dirty, tried, setTried } = useFormInput({
    name: known?.name ?? "",
    role: known?.role ?? EMPTY_ROLE,
  });
  const name = typed.name.trim();
  const keep = () => {
    setTried(true);
    if (name === "") return;
    changeDraft(putRole({ ...known, name, role: typed.role }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={known ? texts.roleTitle(known.name) : texts.newRoleTitle}
      footer={
        <DialogEnd>
          <Button kind="primary" onClick={keep}>
            {texts.keep}
          </Button>
        </DialogEnd>
      }
    >
      {!known && (
        <Field label={texts.roleName} error={tried && name === "" ? texts.missingName : undefined} required>
          <TextInput
            value={typed.name}
            onChange={(next) => change({ name: next })}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
      <RoleFields typed={typed.role} onChange={(role) => change({ role })} />
      <LeaveGuard when={dirty} />
    </Dialog>
  );
}
