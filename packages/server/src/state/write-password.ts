import { setTimeout as pause } from "node:timers/promises";
import type { WritePassword } from "../accounts/passwords/change-password.ts";
import { ConflictError, UnavailableError } from "../core/errors.ts";
import { formatPrincipalKey } from "../core/principal-key.ts";
import { retryPauseMilliseconds } from "../core/retry-pause.ts";
import type { Clock } from "../core/time.ts";
import type { StateStore } from "./stores.ts";

const MAX_ATTEMPTS = 10;

/** A user's own change of password is a change of the state like any other: in one order with all others, and logged. */
export function createWritePassword(store: StateStore, clock: Clock): WritePassword {
  return async ({ userId, replaces, passwordHash, mayWrite }, by) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const revision = await store.revision();
      const user = await store.find("user", userId);
      if (!user?.enabled || user.passwordHash !== replaces) return false;
      if (mayWrite && !(await mayWrite(user))) return false;
      const actor = { name: formatPrincipalKey("user", userId), at: clock.milliseconds(), ...by };
      try {
        await store.commit([{ op: "put", kind: "user", value: { ...user, passwordHash } }], actor, {
          revision,
        });
        return true;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        // Somebody else wrote something meanwhile, perhaps about this very user: look again.
        await pause(retryPauseMilliseconds(attempt, Math.random()));
      }
    }
    throw new UnavailableError("the state changes faster than a password can be written");
  };
}
