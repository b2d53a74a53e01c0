import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** It counts for the deadline of the request, so that every answer still comes within the promised 10 s. */
const KEPT_MILLISECONDS = 5_000;
/** A server that is not ready by then waits for its database, and says so at once. */
const STARTED_WITHIN_MILLISECONDS = 10_000;
const MOST_KEPT = 1_000;
/** Probes ask whether the server is ready, and must not wait until it is. */
const PROBES = /^\/(livez|readyz|metrics)(\?|$)/;

const waited = new WeakMap<IncomingMessage, number>();

/** How long a request has waited for the start of the server. */
export const waitedMilliseconds = (request: IncomingMessage): number => waited.get(request) ?? 0;

interface EarlyRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly timer: NodeJS.Timeout;
  readonly arrivedAt: number;
}

export interface EarlyRequests {
  readonly handle: RequestListener;
  /** Gives the requests that wait to the handler. */
  serve(handler: RequestListener): void;
}

/**
 * Requests that come while the server starts. A balancer sends some before it has asked whether the server is ready: it
 * has just been started itself, or the server was gone for a moment only. They wait shortly instead of being refused.
 */
export function createEarlyRequests(
  refuse: RequestListener,
  { keptMilliseconds = KEPT_MILLISECONDS }: { readonly keptMilliseconds?: number } = {},
): EarlyRequests {
  const startedBy = performance.now() + STARTED_WITHIN_MILLISECONDS;
  const kept = new Set<EarlyRequest>();
  const isKept = ({ url = "", method }: IncomingMessage) =>
    method !== "CONNECT" && !PROBES.test(url) && kept.size < MOST_KEPT && performance.now() < startedBy;

  function end(early: EarlyRequest): void {
    clearTimeout(early.timer);
    kept.delete(early);
  }

  return {
    handle(request, response) {
      if (!isKept(request)) return refuse(request, response);
      const timer = setTimeout(() => {
        end(early);
        refuse(request, response);
      }, keptMilliseconds);
      const early = { request, response, timer, arrivedAt: performance.now() };
      kept.add(early);
      response.once("close", () => end(early));
    },
    serve(handler) {
      for (const early of [...kept]) {
        end(early);
        waited.set(early.request, performance.now() - early.arrivedAt);
        handler(early.request, early.response);
      }
    },
  };
}
