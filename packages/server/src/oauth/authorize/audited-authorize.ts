import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { AuditEvent } from "../../audit/events.ts";
import type { AuditRecorder } from "../../audit/recorder.ts";
import type { Browser } from "../interactions.ts";
import type { AuthorizationResponse } from "./authorization-response.ts";
import type { Authorize, Step } from "./authorize.ts";

/** Puts on record what users agreed to and what was refused, around the flow and never inside it. */
export function auditedAuthorize(authorize: Authorize, audit: AuditRecorder, clock: Clock): Authorize {
  const recorded = (step: Step, browser: Browser): Step => {
    if (step.kind === "answer") record(step.response, browser);
    return step;
  };

  function record({ outcome }: AuthorizationResponse, { active, ip, requestId }: Browser): void {
    const actor = active ? formatPrincipalKey("user", active.user.id) : "browser";
    const where = { at: clock.milliseconds(), ip, requestId };
    if ("error" in outcome) {
      const { applicationId, error, description } = outcome;
      const target = formatPrincipalKey("application", applicationId);
      const data = { error, description };
      const event: AuditEvent = { ...where, type: "authorization.denied", actor, target, data };
      if (active) audit.record(event);
      else audit.recordFailure(event, { actor, target, data: { error } });
      audit.count("authorization_errors", error);
      return;
    }
    const { delegation, decision } = outcome;
    const agreed = new Set(delegation.agreed);
    const given = decision.granted.filter(({ scope }) => agreed.has(scope));
    const declined = decision.granted.filter(({ scope }) => !agreed.has(scope));
    const refused = [
      ...decision.refused.map(({ scope, reason }) => [scope, reason]),
      ...declined.map(({ scope }) => [scope, "user_declined"]),
    ];
    audit.record({
      ...where,
      type: "authorization.granted",
      actor,
      target: formatPrincipalKey("application", delegation.applicationId),
      data: {
        delegation: delegation.id,
        scope: given.map(({ scope }) => scope).join(" "),
        ...(refused.length > 0 && { refused: Object.fromEntries(refused) }),
        revision: decision.revision,
      },
    });
    audit.count("authorizations", "granted");
  }

  return {
    begin: async (parameters, browser) => recorded(await authorize.begin(parameters, browser), browser),
    resume: async (pending, browser) => recorded(await authorize.resume(pending, browser), browser),
    answer: async (pending, browser, allowed) =>
      recorded(await authorize.answer(pending, browser, allowed), browser),
  };
}
