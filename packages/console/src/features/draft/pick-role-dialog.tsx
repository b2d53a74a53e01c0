import { useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { RolePicker } from "../assignments/pickers.tsx";
import { typeRole } from "../roles/role.ts";
import type { DraftRole } from "./draft.ts";
import { currentDraft } from "./draft-store.ts";
import { draftTexts } from "./texts.ts";

interface PickRoleDialogProps {
  onPick(role: DraftRole): void;
  onClose(): void;
}

/** Fetches a role as it is now, so that the draft knows what it changes. */
export function PickRoleDialog({ onPick, onClose }: PickRoleDialogProps) {
  const texts = useTexts(draftTexts);
  const [error, setError] = useState<unknown>(undefined);
  const pick = async (name: string) => {
    const known = currentDraft().roles.find((role) => role.name === name);
    if (known || name === "") return known && onPick(known);
    try {
      const { body, etag } = await callApi("GET /roles/{name}", { params: { name } });
      const role = typeRole(body);
      onPick({ name, role, before: role, etag });
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Dialog open onClose={onClose} title={texts.pickRole} description={texts.pickRoleHint} size="small">
      {error !== undefined && <ErrorNotice error={error} />}
      <RolePicker label={texts.pickRole} value="" onChange={(name) => void pick(name)} />
    </Dialog>
  );
}
