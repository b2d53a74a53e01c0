import type { RequestListener } from "node:http";
import type { Listener } from "../../../packages/server/src/http/connection/listener.ts";

/**
 * Gives each worker a listener; all of them are one address. Requests go to the workers in turn, also those of one
 * connection. The workers of `licet serve` get connections in turn, so that this is the harder test: every request may
 * be the first one that its worker sees of a flow.
 */
export function shareListener(listener: Listener, workers: number): readonly Listener[] {
  if (workers === 1) return [listener];
  const handlers: RequestListener[] = [];
  let turn = 0;
  const serveInTurn: RequestListener = (request, response) => {
    turn += 1;
    handlers[turn % workers]?.(request, response);
  };
  return Array.from({ length: workers }, () => ({
    ...listener,
    serve(handler) {
      handlers.push(handler);
      if (handlers.length === 1) return;
      // All of them answer bytes that cannot be read, and one answer is enough.
      const [, ...others] = listener.server.listeners("clientError");
      for (const other of others) listener.server.off("clientError", other as () => void);
      if (handlers.length === workers) listener.serve(serveInTurn);
    },
  }));
}
