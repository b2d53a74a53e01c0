import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { AuditEvent } from "../../audit/events.ts";
import type { KeyActor } from "../../tokens/stores.ts";

/** The event of a change of keys. It has names only, and no key material. */
export const keyEvent = (
  at: EpochMilliseconds,
  { name, ip, requestId }: KeyActor,
  event: Pick<AuditEvent, "type" | "target" | "data">,
): AuditEvent => ({
  at,
  actor: name,
  ...event,
  ...(ip !== undefined && { ip }),
  ...(requestId !== undefined && { requestId }),
});
