import { useNavigate } from "@tanstack/react-router";
import { useTexts } from "../../texts/use-texts.tsx";
import type { Assignment } from "../access/assignment.ts";
import { addAssignment, changeDraft } from "../draft/draft-store.ts";
import { PermittedButton } from "../permissions/permitted-button.tsx";
import type { AuditEvent } from "./audit-event.ts";
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

/** Undefined where the event does not have every member: another assignment would be a different one. */
export function findDeletedAssignment({ type, data }: AuditEvent): Assignment | undefined {
  if (type !== "assignment.deleted" || !data?.changes || data.truncated) return undefined;
  const { principal, role, permission, at, when, expires_at } = Object.fromEntries(
    Object.entries(data.changes).map(([name, { before }]) => [name, before as string]),
  );
  if (principal === undefined) return undefined;
  const given = Object.entries({ role, permission, at, when, expires_at });
  return { principal, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}
