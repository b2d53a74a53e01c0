import { availableParallelism } from "node:os";
import { UnavailableError } from "../core/errors.ts";
import { verifyPassword } from "./password.ts";

export interface CheckPassword {
  /** See `verifyPassword`. */
  (password: string, phc: string | undefined): Promise<boolean>;
  /** Throws UnavailableError when too many others are waiting: asked first, before an attempt costs anything. */
  requireRoom(): void;
}

/** A few seconds' worth: whoever comes later would have given up before their turn. */
const MAX_WAITING = 200;

/**
 * A core is left to everyone else, and so are two of the four threads on which tokens are signed: people who sign in
 * wait for each other, and nobody waits for them.
 */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;

/** One for all who sign in: the crowd is bounded, and so is what it takes from everyone else. */
export function createCheckPassword(maxWaiting: number = MAX_WAITING): CheckPassword {
  const waiting: (() => void)[] = [];
  let running = 0;

  const requireRoom = () => {
    if (waiting.length >= maxWaiting) throw new UnavailableError("too many people are signing in at once");
  };

  const check = async (password: string, phc: string | undefined): Promise<boolean> => {
    requireRoom();
    if (running < AT_ONCE) running += 1;
    // Whoever finishes hands its place on, so a newcomer never overtakes the queue.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await verifyPassword(password, phc);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return Object.assign(check, { requireRoom });
}
