import type { Place } from "../../ui/place.ts";
import { splitEntityName } from "../entities/split-entity-name.ts";
import type { AuditEvent } from "./audit-event.ts";
import { findChange } from "./event-look.ts";

/** The history of the changed object. A deleted object has one as well. Undefined for kinds without a page. */
export function findHistoryPlace(event: AuditEvent): Place | undefined {
  const { kind, id } = splitEntityName(event.target ?? "");
  if (findChange(event)?.kind !== kind) return undefined;
  switch (kind) {
    case "role":
      return { to: "/roles/$name", params: { name: id }, search: { tab: "history" } };
    case "group":
      return { to: "/groups/$name", params: { name: id }, search: { tab: "history" } };
    case "user":
      return { to: "/users/$id/history", params: { id } };
    case "application":
      return { to: "/applications/$clientId/history", params: { clientId: id } };
    case "resource":
      return { to: "/resources/$name/history", params: { name: id } };
    case "permission":
      return { to: "/resources/+permissions", search: { open: id } };
    default:
      return undefined;
  }
}
