import type { AuditEvent } from "./audit-event.ts";
import type { activityTexts } from "./texts.ts";

/** The assignment or membership of an event. The event contains it, so it can be shown after its deletion. */
export interface AccessChange {
  readonly principal: string;
  readonly access:
    | { readonly role: string; readonly at?: string | undefined }
    | { readonly permission: string; readonly at?: string | undefined }
    | { readonly group: string };
  readonly expiresAt?: string | undefined;
}

export function findAccessChange({ type, data = {} }: AuditEvent): AccessChange | undefined {
  const { principal, role, permission, at, expires_at: expiresAt, group, member } = data;
  if (type.startsWith("membership.") && member !== undefined && group !== undefined)
    return { principal: member, access: { group } };
  if (!type.startsWith("assignment.") || principal === undefined) return undefined;
  if (role !== undefined) return { principal, access: { role, at }, expiresAt };
  return permission === undefined ? undefined : { principal, access: { permission, at }, expiresAt };
}

/** Returns the key of the sentence for the event. */
export function classifyAccessChange({
  type,
  data,
}: AuditEvent): keyof (typeof activityTexts)["en"]["accessChanges"] {
  const isMembership = type.startsWith("membership.");
  if (type.endsWith(".saved")) {
    if (isMembership) return "memberAdded";
    return data?.replaced === true ? "assignmentChanged" : "assigned";
  }
  if (data?.because !== undefined) return isMembership ? "memberRemovedBecause" : "revokedBecause";
  return isMembership ? "memberRemoved" : "revoked";
}
