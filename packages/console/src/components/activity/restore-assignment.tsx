import { useNavigate } from "@tanstack/react-router";
import { useTexts } from "../../texts/use-texts.tsx";
import { addAssignment, changeDraft } from "../draft/draft-store.ts";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import type { AuditEvent } from "./audit-event.ts";
import { findDeletedAssignment } from "./find-deleted-assignment.ts";
import { activityTexts } from "./texts.ts";

/** Adds a deleted assignment to the draft, which shows who gets what before it is applied. */
export function RestoreAssignment({ event }: { readonly event: AuditEvent }) {
  const texts = useTexts(activityTexts);
  const navigate = useNavigate();
  const assignment = findDeletedAssignment(event);
  if (!assignment) return null;
  return (
    <div className="mt-3">
      <PermittedButton
        icon="draft"
        size="small"
        needs="simulate"
        onClick={() => {
          changeDraft(addAssignment(assignment));
          void navigate({ to: "/draft" });
        }}
      >
        {texts.assignAgain}
      </PermittedButton>
    </div>
  );
}
