import { UnavailableError } from "../core/errors.ts";
import { createHashingThread } from "./hashing-thread.ts";
import { verifyPassword } from "./password.ts";

export interface CheckPassword {
  /** See `verifyPassword`. */
  (password: string, phc: string | undefined): Promise<boolean>;
  /** Throws UnavailableError when too many others are waiting: asked first, before an attempt costs anything. */
  requireRoom(): void;
}

/** A few seconds' worth: whoever comes later would have given up before their turn. */
const MAX_WAITING = 200;

/** One for all who sign in: the crowd is bounded, and waits for itself. */
export function createCheckPassword(maxWaiting: number = MAX_WAITING): CheckPassword {
  const deriveTag = createHashingThread();
  let underWay = 0;

  const requireRoom = () => {
    if (underWay > maxWaiting) throw new UnavailableError("too many people are signing in at once");
  };

  const check = async (password: string, phc: string | undefined): Promise<boolean> => {
    requireRoom();
    underWay += 1;
    try {
      return await verifyPassword(password, phc, deriveTag);
    } finally {
      underWay -= 1;
    }
  };
  return Object.assign(check, { requireRoom });
}
