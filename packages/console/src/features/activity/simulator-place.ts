import { splitEntityName } from "../../components/entities/split-entity-name.ts";
import { findPrincipal } from "../../components/principals/principal.ts";
import type { Place } from "../../ui/place.ts";
import { type AuditEvent, countOf, dataText, lackingOf, refusalsOf, subjectOf } from "./audit-event.ts";

/** The simulator that repeats a refused request, with all fields filled in. */
export function simulatorPlace(event: AuditEvent): Place | undefined {
  if (countOf(event) !== undefined) return undefined;
  switch (event.type) {
    case "token.issued":
      return refusalsOf(event).length === 0 ? undefined : playground(event, event.actor, subjectOf(event));
    case "token.denied":
      return playground(event, event.actor, undefined);
    case "authorization.granted":
      return refusalsOf(event).length === 0 ? undefined : playground(event, event.target ?? "", event.actor);
    case "authorization.denied":
      return findPrincipal(event.actor)?.type === "user"
        ? playground(event, event.target ?? "", event.actor)
        : undefined;
    case "api.denied":
      return check(event);
    default:
      return undefined;
  }
}

function playground(event: AuditEvent, client: string, user: string | undefined): Place {
  const asked = [dataText(event, "scope") ?? "", ...refusalsOf(event).map(({ scope }) => scope)];
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

function check(event: AuditEvent): Place | undefined {
  const [permission] = lackingOf(event);
  if (permission === undefined) return undefined;
  const context = event.ip === undefined ? {} : { context: { ip: event.ip } };
  return { to: "/check", search: { subject: event.actor, permission, ...context } };
}
