import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import { ipOf } from "./admission/client-address.ts";
import { findSentMethod } from "./connection/unoffered-methods.ts";
import type { RequestOutcomes } from "./request-outcomes.ts";

/** Measures every request by its route, and logs it at level debug. */
export function observeRequests(
  app: FastifyInstance,
  {
    metrics,
    log,
    outcomes,
  }: {
    readonly metrics: Metrics;
    readonly log: Logger;
    readonly outcomes: Pick<RequestOutcomes, "recordAnswer">;
  },
): void {
  const observe = (route: string, request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    metrics.observeRequest(route, request.method, status, milliseconds / 1000);
    outcomes.recordAnswer(route, status);
    if (!log.isLevelEnabled("debug")) return;
    // The route and not the URL: a client may have put a secret into the query.
    const { id: requestId, raw } = request;
    log.debug(
      { requestId, method: findSentMethod(raw), route, status, milliseconds, ip: ipOf(request) },
      "request",
    );
  };

  // A hook for each route: `request.routeOptions` would build a new object for every request.
  app.addHook("onRoute", (route) => {
    route.onResponse = (request, reply, done) => {
      observe(route.url, request, reply);
      done();
    };
  });
}
