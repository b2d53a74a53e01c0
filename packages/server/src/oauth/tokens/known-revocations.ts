import type { Awaitable } from "../../core/async/awaitable.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { createFeedCache } from "../../core/feed/feed-cache.ts";
import type { RevocationStore } from "../stores.ts";

const KNOWN_TOKENS = 20_000;

/**
 * Whether a token for our own API was revoked, as of the revision of the feed. The database is asked once for each
 * token: its revocation is a commit, of which this node learns as of any other.
 */
export function createKnownRevocations(
  store: Pick<RevocationStore, "readRevoked">,
  feed: ChangeFeed,
): (tokenId: string) => Awaitable<boolean> {
  const known = createFeedCache<boolean>({ feed, limit: KNOWN_TOKENS, load: store.readRevoked });
  feed.onChange((topics) => {
    for (const topic of topics)
      if (topic.startsWith("token:")) known.invalidate(topic.slice("token:".length));
  });
  feed.onReset(() => known.clear());
  return known.get;
}
