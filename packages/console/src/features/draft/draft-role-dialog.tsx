import { useState } from "react";
import { isSame } from "../../is-same.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { NO_ROLE, type TypedRole } from "../roles/role.ts";
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
  const [name, setName] = useState(known?.name ?? "");
  const [typed, setTyped] = useState<TypedRole>(known?.role ?? NO_ROLE);
  const [tried, setTried] = useState(false);
  const keep = () => {
    setTried(true);
    if (name.trim() === "") return;
    changeDraft(putRole({ ...known, name: name.trim(), role: typed }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={known ? texts.roleTitle(known.name) : texts.newRoleTitle}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" onClick={keep}>
            {texts.keep}
          </Button>
        </>
      }
    >
      {!known && (
        <Field
          label={texts.roleName}
          error={tried && name.trim() === "" ? texts.missingName : undefined}
          required
        >
          <TextInput value={name} onChange={setName} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <RoleFields typed={typed} onChange={setTyped} />
      <LeaveGuard when={name !== (known?.name ?? "") || !isSame(typed, known?.role ?? NO_ROLE)} />
    </Dialog>
  );
}
