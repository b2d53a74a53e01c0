import type { ChangeFeed } from "../../core/change-feed.ts";
import { requireTime } from "../../core/deadline.ts";
import { UnavailableError } from "../../core/errors.ts";

/** Far more than the changes that are likely in a row. */
const MAX_ATTEMPTS = 100;

/** Tries again while the data changes between the search for candidates and the first decision. */
export async function retryUntilStable<P>(
  feed: ChangeFeed,
  attempt: (revision: number) => Promise<P | undefined>,
): Promise<P> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const page = await attempt(feed.revision);
    if (page !== undefined) return page;
    requireTime();
  }
  throw new UnavailableError("the permission data changes faster than it can be read");
}
