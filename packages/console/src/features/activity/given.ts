import type { AuditEvent } from "./audit-event.ts";
import type { activityTexts } from "./texts.ts";

/** The assignment or membership of an event. The event contains it, so it can be shown after its deletion. */
export interface Given {
  readonly who: string;
  readonly what:
    | { readonly role: string; readonly at?: string | undefined }
    | { readonly permission: string; readonly at?: string | undefined }
    | { readonly group: string };
  readonly until?: string | undefined;
}

export function givenBy({ type, data = {} }: AuditEvent): Given | undefined {
  const { principal, role, permission, at, expires_at: until, group, member } = data;
  if (type.startsWith("membership.") && member !== undefined && group !== undefined)
    return { who: member, what: { group } };
  if (!type.startsWith("assignment.") || principal === undefined) return undefined;
  if (role !== undefined) return { who: principal, what: { role, at }, until };
  return permission === undefined ? undefined : { who: principal, what: { permission, at }, until };
}

/** Selects the sentence for the event. */
export function givingOf({ type, data }: AuditEvent): keyof (typeof activityTexts)["en"]["givings"] {
  const isMembership = type.startsWith("membership.");
  if (type.endsWith(".saved")) {
    if (isMembership) return "joined";
    return data?.replaced === true ? "gaveAnew" : "gave";
  }
  if (data?.because !== undefined) return isMembership ? "leftAlong" : "lostAlong";
  return isMembership ? "left" : "took";
}
