import type { ChangeFeed } from "../core/change-feed.ts";
import { randomText } from "../core/ids.ts";
import type { Clock } from "../core/time.ts";
import type { NodeStore, ServerNode } from "./stores.ts";

/** A server that says every now and then that it is there. */
export interface Heartbeat {
  beat(): Promise<void>;
  /** At a good stop. One that ends without a word is not listed a minute later either. */
  leave(): Promise<void>;
}

export const HEARTBEAT_SECONDS = 10;
/** Missed by some beats: a busy database is not a missing server. */
export const NODE_LISTED_SECONDS = 60;

export function createHeartbeat(options: {
  readonly store: Pick<NodeStore, "beat" | "leave">;
  readonly facts: Pick<ServerNode, "host" | "version" | "engine" | "secretIds">;
  readonly feed: Pick<ChangeFeed, "revision">;
  readonly clock: Clock;
}): Heartbeat {
  const { store, facts, feed, clock } = options;
  const node = { id: `nod_${randomText(24)}`, ...facts, startedAt: clock.seconds() };
  return {
    beat: () => store.beat({ ...node, seenAt: clock.seconds(), revision: feed.revision }),
    leave: () => store.leave(node.id),
  };
}
