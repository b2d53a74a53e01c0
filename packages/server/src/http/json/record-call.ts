import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { AuditEvent } from "../../audit/events.ts";
import type { AuditStore } from "../../audit/stores.ts";
import { requesterName } from "../../directory/write/requester.ts";
import { requesterOf } from "../management/management-call.ts";
import type { ApiCall } from "./api-route.ts";

export type CallEvent = Pick<AuditEvent, "type" | "target" | "data">;

/**
 * Appends audit events of a call that changes something other than the state: a change of the state has its own event.
 * Resolves once they are stored.
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
