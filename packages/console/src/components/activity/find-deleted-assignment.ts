import type { Assignment } from "../access/assignment.ts";
import type { AuditEvent } from "./audit-event.ts";

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
