import { formatPrincipalKey } from "@licet/engine/values/principal-key.ts";
import type { AuditEvent } from "../../audit/events.ts";
import type { Services } from "../../services.ts";
import { getUser } from "./get-user.ts";

export interface UnlockedUser {
  readonly id: string;
  readonly username: string;
  readonly wasLocked: boolean;
}

/** Resets the count of wrong passwords for a user, and writes an audit event. */
export async function unlockUser(
  services: Pick<Services, "clock" | "loginThrottle" | "storage">,
  text: string,
): Promise<UnlockedUser> {
  const { loginThrottle, storage, clock } = services;
  const user = await getUser(services, text);
  const { lockedUntil } = await loginThrottle.findLockout(user);
  await loginThrottle.unlock(user);
  const event: AuditEvent = {
    at: clock.milliseconds(),
    type: "user.unlocked",
    actor: "cli",
    target: formatPrincipalKey("user", user.id),
  };
  await storage.audit.append([event], []);
  return { id: user.id, username: user.username, wasLocked: lockedUntil !== undefined };
}
