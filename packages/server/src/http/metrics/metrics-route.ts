import type { FastifyInstance } from "fastify";
import { addEndpoint } from "../endpoint.ts";
import { ProblemError } from "../problems.ts";
import {
  METRICS_CHALLENGE,
  METRICS_CONTENT_TYPE,
  METRICS_REFUSAL,
  type MetricsEndpoint,
} from "./metrics-access.ts";

/** Without an endpoint there is no route: the path is then answered like any other that does not exist. */
export function addMetricsRoute(app: FastifyInstance, endpoint: MetricsEndpoint | undefined): void {
  if (endpoint === undefined) return;
  addEndpoint(app, "/metrics", {
    async GET(request, reply) {
      if (!endpoint.isAllowed(request.headers.authorization)) {
        reply.header("www-authenticate", METRICS_CHALLENGE);
        throw new ProblemError("unauthenticated", METRICS_REFUSAL);
      }
      reply.header("content-type", METRICS_CONTENT_TYPE);
      return endpoint.render();
    },
  });
}
