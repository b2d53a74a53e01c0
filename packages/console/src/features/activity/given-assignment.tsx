import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../auth/may.ts";
import type { StoredAssignment } from "../assignments/assignment.ts";
import { EVERY_USER } from "../assignments/principal.ts";
import { type AuditEvent, partsOf } from "./audit-event.ts";

interface GivenAssignment extends StoredAssignment {
  /** The event is its beginning, not a change of it. */
  readonly isNew: boolean;
}

/** An event names an assignment by its id alone: who got what is read from the assignment, as long as there is one. */
export function useAssignmentOf({ type, target = "", at, data }: AuditEvent): GivenAssignment | undefined {
  const may = useMay();
  const { id } = partsOf(target);
  const isAbout = type === "assignment.put" && data?.because === undefined;
  const { data: read } = useRead(
    "GET /assignments/{id}",
    { params: { id } },
    { enabled: isAbout && may("assignments.read") },
  );
  if (!isAbout || !read || read.body.principal === EVERY_USER) return undefined;
  return { ...read.body, isNew: Math.abs(Date.parse(read.body.created_at) - Date.parse(at)) < 1000 };
}

export const WhatIsGiven = ({ assignment }: { readonly assignment: StoredAssignment }) => (
  <code className="text-sm">
    {assignment.role ?? assignment.permission}
    {assignment.at !== undefined && ` @ ${assignment.at}`}
  </code>
);
