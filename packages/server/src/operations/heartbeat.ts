import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { generateNodeId } from "../core/values/node-id.ts";
import type { NodeStore, ServerNode } from "./stores.ts";

/** A server that regularly records that it is running. */
export interface Heartbeat {
  beat(): Promise<void>;
  /** Called at a regular stop. A server that crashes is not listed after a minute either. */
  leave(): Promise<void>;
}

export const HEARTBEAT_SECONDS = 10;

export function createHeartbeat(options: {
  readonly store: Pick<NodeStore, "recordHeartbeat" | "remove">;
  readonly facts: Pick<ServerNode, "host" | "version" | "engine" | "secretIds" | "schema">;
  readonly feed: Pick<ChangeFeed, "revision">;
  readonly clock: Clock;
  /** Given where the server has several workers, of which this process is one. */
  readonly serverId?: string | undefined;
}): Heartbeat {
  const { store, facts, feed, clock, serverId } = options;
  const node = { id: generateNodeId(serverId), ...facts, startedAt: clock.seconds() };
  return {
    beat: () => store.recordHeartbeat({ ...node, seenAt: clock.seconds(), revision: feed.revision }),
    leave: () => store.remove(node.id),
  };
}
