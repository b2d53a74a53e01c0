import type { ChangeFeed } from "../../core/change-feed.ts";
import { UnavailableError } from "../../core/errors.ts";

/** Far more than changes in a row are likely to overtake. */
const MAX_ATTEMPTS = 100;

/** Tries again while a change is heard between the search for candidates and the first look at one. */
export async function retryUntilStable<P>(
  feed: ChangeFeed,
  attempt: (revision: number) => Promise<P | undefined>,
): Promise<P> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const page = await attempt(feed.revision);
    if (page !== undefined) return page;
  }
  throw new UnavailableError("the permission data changes faster than it can be read");
}
