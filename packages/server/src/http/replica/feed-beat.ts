import type { ChangeFeed } from "../../core/feed/change-feed.ts";

/** Calls its listeners each time the database was read on their behalf. One reading serves all of them. */
export interface FeedBeat {
  /** Returns the function that ends it. */
  listen(listener: () => void): () => void;
}

/** Nothing is read while nobody listens, and no reading begins before the last one has ended. */
export function createFeedBeat(feed: Pick<ChangeFeed, "refresh">, everyMilliseconds: number): FeedBeat {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;

  function beat(): void {
    if (isReading) return;
    isReading = true;
    feed
      .refresh()
      .then(
        () => {
          for (const listener of listeners) listener();
        },
        // Without a beat, copies know that nothing has confirmed them.
        () => {},
      )
      .finally(() => {
        isReading = false;
      });
  }

  return {
    listen(listener) {
      listeners.add(listener);
      timer ??= setInterval(beat, everyMilliseconds).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
