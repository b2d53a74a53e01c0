import { useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { roleInputFrom } from "../../components/access/role.ts";
import type { DraftRole } from "../../components/draft/draft.ts";
import { currentDraft } from "../../components/draft/draft-store.ts";
import { draftTexts } from "../../components/draft/texts.ts";
import { RolePicker } from "../../components/principals/pickers.tsx";
import { ErrorNotice } from "../../components/problems/error-notice.tsx";
import { useTexts } from "../../texts/use-texts.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface PickRoleDialogProps {
  onPick(role: DraftRole): void;
  onClose(): void;
}

/** Reads the current version of a role, so that the draft knows its base. */
export function PickRoleDialog({ onPick, onClose }: PickRoleDialogProps) {
  const texts = useTexts(draftTexts);
  const [error, setError] = useState<unknown>(undefined);
  const pick = async (name: string) => {
    const known = currentDraft().roles.find((role) => role.name === name);
    if (known || name === "") return known && onPick(known);
    try {
      const { body, etag } = await callApi("GET /roles/{name}", { params: { name } });
      const role = roleInputFrom(body);
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
