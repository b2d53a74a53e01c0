import { UnavailableError } from "../errors/errors.ts";
import type { ChangeFeed } from "../feed/change-feed.ts";
import type { NodeClock } from "./node-clock.ts";

/**
 * A feed that also confirms the time: a request is refused while the clocks are too far apart. Where the feed's readings
 * bring no time with them, `readsMachine` is true, and each request compares with this machine's clock.
 */
export function confirmClock(
  feed: ChangeFeed,
  clock: Pick<NodeClock, "compare" | "state">,
  { readsMachine }: { readonly readsMachine: boolean },
): ChangeFeed {
  const check = (): Promise<void> | undefined => {
    if (readsMachine) clock.compare();
    const { trusted, warning } = clock.state;
    return trusted ? undefined : Promise.reject(new UnavailableError(warning));
  };
  return {
    get revision() {
      return feed.revision;
    },
    confirm: (atLeast) => {
      const confirming = feed.confirm(atLeast);
      return confirming === undefined ? check() : confirming.then(check);
    },
    refresh: feed.refresh,
    ageMilliseconds: feed.ageMilliseconds,
    onChange: feed.onChange,
    onReset: feed.onReset,
  };
}
