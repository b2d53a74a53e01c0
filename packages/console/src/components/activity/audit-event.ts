import type { AnswerOf } from "../../api/call-api.ts";

export type AuditEvent = AnswerOf<"GET /audit">["items"][number];

/** A member of an event's data, as a text. */
export function dataText({ data }: AuditEvent, name: string): string | undefined {
  const value = data?.[name];
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** Returns the refused scopes with their reasons. */
export function listRefusals({
  data,
}: AuditEvent): readonly { readonly scope: string; readonly reason: string }[] {
  const refused = data?.refused;
  if (typeof refused !== "object" || refused === null) return [];
  return Object.entries(refused).map(([scope, reason]) => ({ scope, reason: String(reason) }));
}

/** Returns the permissions of Licet that the call lacked. */
export function listMissingPermissions({ data }: AuditEvent): readonly string[] {
  return Array.isArray(data?.lacking) ? data.lacking.map(String) : [];
}

/** Returns the user that the event is about, in addition to its actor. */
export function findSubject(event: AuditEvent): string | undefined {
  const sub = dataText(event, "sub");
  return sub === undefined || !sub.startsWith("usr_") ? undefined : `user:${sub}`;
}

/** The number of events that one row combines, where single rows would be too many. */
export const countOf = ({ data }: AuditEvent): number | undefined =>
  typeof data?.count === "number" ? data.count : undefined;
