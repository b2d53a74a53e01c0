import type { FastifyInstance } from "fastify";
import type { Metrics } from "../observability/metrics.ts";

/** Times every request by its route, and writes a line about it for whoever asked for that much detail. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    // The path only: a query could hold what should never have been put there.
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime, ip: request.ip },
      "request",
    );
    done();
  });
}
