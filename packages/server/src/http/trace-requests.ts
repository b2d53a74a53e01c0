import type { FastifyInstance } from "fastify";
import type { Tracing } from "../observability/tracing.ts";

/** Asked for every few seconds by those who look after the node; they would be most of the traces. */
const PROBES = new Set<string | undefined>(["/livez", "/readyz", "/metrics"]);

/** Makes a span of every request that reaches a route. Used only where traces are exported. */
export function traceRequests(app: FastifyInstance, tracing: Tracing, issuer: string): void {
  const scheme = new URL(issuer).protocol.replace(":", "");

  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url;
    if (PROBES.has(route)) return done();
    const { traceparent } = request.headers;
    const span = tracing.startRequest({
      method: request.method,
      route,
      scheme,
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
    });
    // Not at the end of the answer: a client may leave before.
    reply.raw.once("close", () => span.end(reply.raw.statusCode));
    span.run(done);
  });
}
