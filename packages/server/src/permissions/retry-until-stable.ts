import { UnavailableError } from "../core/errors/errors.ts";
import { requireTime } from "../core/time/deadline.ts";

/** Far more than the changes that are likely in a row. */
const MAX_ATTEMPTS = 100;

/** Tries again while the data changes between the parts of an attempt, or while parts of it are missing. */
export async function retryUntilStable<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    requireTime();
  }
  throw new UnavailableError("the permission data changes faster than it can be read");
}
