import { serverOf } from "../core/values/node-id.ts";
import type { ServerNode } from "./stores.ts";

/**
 * One entry for each server, in the given order. A server with workers has what all of them have: the lowest revision,
 * and the values of LICET_SECRET that none of them lacks.
 */
export const joinWorkers = (processes: readonly ServerNode[]): readonly ServerNode[] =>
  Array.from(Map.groupBy(processes, ({ id }) => serverOf(id)).entries(), ([id, workers]) => ({
    ...(workers[0] as ServerNode),
    id,
    startedAt: Math.min(...workers.map(({ startedAt }) => startedAt)),
    seenAt: Math.max(...workers.map(({ seenAt }) => seenAt)),
    revision: Math.min(...workers.map(({ revision }) => revision)),
    schema: Math.min(...workers.map(({ schema }) => schema)),
    secretIds: (workers[0] as ServerNode).secretIds.filter((id) =>
      workers.every(({ secretIds }) => secretIds.includes(id)),
    ),
  }));
