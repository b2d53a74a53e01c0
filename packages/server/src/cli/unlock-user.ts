import { formatPrincipalKey } from "../core/principal-key.ts";
import type { Foundation } from "../foundation.ts";
import { getUser } from "./get-user.ts";

export interface UnlockedUser {
  readonly id: string;
  readonly username: string;
  readonly wasLocked: boolean;
}

/** Forgets wrong passwords for a user, and puts on record who did. */
export async function unlockUser(foundation: Foundation, text: string): Promise<UnlockedUser> {
  const { loginThrottle, storage, clock } = foundation;
  const user = await getUser(foundation, text);
  const { lockedUntil } = await loginThrottle.findLockout(user);
  await loginThrottle.unlock(user);
  const event = {
    at: clock.milliseconds(),
    type: "user.unlocked",
    actor: "cli",
    target: formatPrincipalKey("user", user.id),
  };
  await storage.audit.append([event], []);
  return { id: user.id, username: user.username, wasLocked: lockedUntil !== undefined };
}
