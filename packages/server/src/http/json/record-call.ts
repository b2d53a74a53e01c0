import type { AuditEvent } from "../../audit/events.ts";
import type { AuditStore } from "../../audit/stores.ts";
import type { Clock } from "../../core/time.ts";
import { requesterName } from "../../management/requester.ts";
import { requesterOf } from "../management/management-call.ts";
import type { ApiCall } from "./api-route.ts";

export type CallEvent = Pick<AuditEvent, "type" | "target" | "data">;

/**
 * Puts on record what a call did beside the state, whose changes have audit events of their own. Resolves once it is
 * stored.
 */
export type RecordCall = (call: ApiCall, ...events: readonly CallEvent[]) => Promise<void>;

export const createRecordCall =
  (audit: Pick<AuditStore, "append">, clock: Clock): RecordCall =>
  (call, ...events) => {
    const { ip, requestId } = call.origin;
    const by = { at: clock.milliseconds(), actor: requesterName(requesterOf(call)), ip, requestId };
    return audit.append(
      events.map((event) => ({ ...by, ...event })),
      [],
    );
  };
