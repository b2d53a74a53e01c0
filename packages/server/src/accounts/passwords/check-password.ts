import { UnavailableError } from "../../core/errors/errors.ts";
import type { IsRefusedCredential } from "../published-credentials/published-credentials.ts";
import { createHashingThread, type HashingOptions } from "./hashing-thread.ts";
import { verifyPassword } from "./password.ts";

export interface CheckPassword {
  /** See `verifyPassword`. */
  (password: string, phc: string | undefined): Promise<boolean>;
  /** Throws UnavailableError when too many others are waiting: asked first, before an attempt costs anything. */
  requireRoom(): void;
}

/** A few seconds of work: a later caller would time out before its turn. */
const MAX_WAITING = 200;

/** One for all sign-ins: they wait for each other, and their number is bounded. */
export function createCheckPassword({
  isRefused,
  maxWaiting = MAX_WAITING,
  hashing,
}: {
  readonly isRefused: IsRefusedCredential;
  readonly maxWaiting?: number;
  readonly hashing?: HashingOptions | undefined;
}): CheckPassword {
  const thread = createHashingThread(hashing);
  let underWay = 0;

  const requireRoom = () => {
    if (underWay > maxWaiting) throw new UnavailableError("too many users are signing in at once");
    thread.requireRoom();
  };

  const check = async (password: string, phc: string | undefined): Promise<boolean> => {
    requireRoom();
    underWay += 1;
    try {
      // As much work as for any wrong password, whatever is stored.
      return await verifyPassword(password, isRefused(password) ? undefined : phc, thread.deriveTag);
    } finally {
      underWay -= 1;
    }
  };
  return Object.assign(check, { requireRoom });
}
