import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogEnd } from "../../ui/dialog-end.tsx";
import { Field } from "../../ui/field.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useTyped } from "../../ui/use-typed.ts";
import { NO_ROLE } from "../roles/role.ts";
import { RoleFields } from "../roles/role-fields.tsx";
import type { DraftRole } from "./draft.ts";
import { changeDraft, putRole } from "./draft-store.ts";
import { draftTexts } from "./texts.ts";

interface DraftRoleDialogProps {
  /** Undefined for a new role. */
  readonly known?: DraftRole;
  onClose(): void;
}

export function DraftRoleDialog({ known, onClose }: DraftRoleDialogProps) {
  const texts = useTexts(draftTexts);
  const { typed, change, dirty, tried, setTried } = useTyped({
    name: known?.name ?? "",
    role: known?.role ?? NO_ROLE,
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
