import type { Place } from "../../ui/place.ts";
import { splitEntityName } from "../entities/split-entity-name.ts";
import { findPrincipal } from "../principals/principal.ts";
import {
  type AuditEvent,
  countOf,
  dataText,
  findSubject,
  listMissingPermissions,
  listRefusals,
} from "./audit-event.ts";

/** Returns the page that evaluates a refused request again: the playground for tokens, the check for API calls. */
export function simulatorPlace(event: AuditEvent): Place | undefined {
  if (countOf(event) !== undefined) return undefined;
  switch (event.type) {
    case "token.issued":
      return listRefusals(event).length === 0
        ? undefined
        : playgroundPlace(event, event.actor, findSubject(event));
    case "token.denied":
      return playgroundPlace(event, event.actor, undefined);
    case "authorization.granted":
      return listRefusals(event).length === 0
        ? undefined
        : playgroundPlace(event, event.target ?? "", event.actor);
    case "authorization.denied":
      return findPrincipal(event.actor)?.type === "user"
        ? playgroundPlace(event, event.target ?? "", event.actor)
        : undefined;
    case "api.denied":
      return checkPlace(event);
    default:
      return undefined;
  }
}

function playgroundPlace(event: AuditEvent, client: string, user: string | undefined): Place {
  const asked = [dataText(event, "scope") ?? "", ...listRefusals(event).map(({ scope }) => scope)];
  const scope = asked.filter((item) => item !== "").join(" ");
  return {
    to: "/playground",
    search: {
      client: splitEntityName(client).id,
      ...(user !== undefined && { user: splitEntityName(user).id }),
      ...(scope !== "" && { scope }),
      ...(event.ip !== undefined && { ip: event.ip }),
    },
  };
}

function checkPlace(event: AuditEvent): Place | undefined {
  const [permission] = listMissingPermissions(event);
  if (permission === undefined) return undefined;
  const context = event.ip === undefined ? {} : { context: { ip: event.ip } };
  return { to: "/check", search: { subject: event.actor, permission, ...context } };
}
