import type { Place } from "../../ui/place.ts";
import { splitEntityName } from "../entities/split-entity-name.ts";
import { findEntityPlace, hasPage, placeOf } from "../kinds/pages.ts";
import type { AuditEvent } from "./audit-event.ts";
import { findChange } from "./event-look.ts";

/** The history of the changed object. A deleted object has one as well. Undefined for kinds without a page. */
export function findHistoryPlace(event: AuditEvent): Place | undefined {
  const { kind, id } = splitEntityName(event.target ?? "");
  if (findChange(event)?.kind !== kind) return undefined;
  if (kind === "role" || kind === "group") return { ...placeOf(kind, id), search: { tab: "history" } };
  if (hasPage(kind)) return placeOf(kind, id, "/history");
  return kind === "permission" ? findEntityPlace(kind, id) : undefined;
}
