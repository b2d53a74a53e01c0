import type { FastifyInstance } from "fastify";
import type { Metrics } from "../observability/metrics.ts";
import { addEndpoint } from "./endpoint.ts";

export interface Readiness {
  /** Undefined when this node can serve; otherwise why not, in words that give nothing away. */
  check(): Promise<string | undefined>;
}

export function addOperationsRoutes(app: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  addEndpoint(app, "/livez", { GET: async () => ({ status: "alive" }) });
  addEndpoint(app, "/readyz", {
    async GET(_request, reply) {
      const obstacle = await readiness.check();
      if (obstacle === undefined) return { status: "ready" };
      return reply.status(503).header("retry-after", "1").send({ status: "not ready", reason: obstacle });
    },
  });
  addEndpoint(app, "/metrics", {
    async GET(_request, reply) {
      reply.header("content-type", metrics.contentType);
      return metrics.render();
    },
  });
}
