import type { ServerNode } from "./stores.ts";

/** The nodes that could not start again when everything is sealed under this value of LICET_SECRET. */
export const nodesWithoutSecret = (nodes: readonly ServerNode[], secretId: string): readonly ServerNode[] =>
  nodes.filter(({ secretIds }) => !secretIds.includes(secretId));
