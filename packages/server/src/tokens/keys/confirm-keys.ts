import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { KeyRing } from "./key-ring.ts";

/**
 * A feed that also confirms the signing keys: a request that begins after a key was revoked neither trusts it nor signs
 * with it, on any node. Reading the keys takes a moment; requests that arrive meanwhile wait for it.
 */
export function confirmKeys(
  feed: ChangeFeed,
  keyRing: Pick<KeyRing, "markStale" | "confirm">,
  onError: (error: unknown) => void,
): ChangeFeed {
  const read = () => {
    keyRing.markStale();
    // Also without a request: the JWKS is published from the keys held here.
    keyRing.confirm()?.catch(onError);
  };
  feed.onChange((topics) => {
    if (topics.includes("keys")) read();
  });
  feed.onReset(read);
  return {
    get revision() {
      return feed.revision;
    },
    confirm: (atLeast) => {
      const confirming = feed.confirm(atLeast);
      return confirming === undefined ? keyRing.confirm() : confirming.then(() => keyRing.confirm());
    },
    refresh: feed.refresh,
    ageMilliseconds: feed.ageMilliseconds,
    onChange: feed.onChange,
    onReset: feed.onReset,
  };
}
