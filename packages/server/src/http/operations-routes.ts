import type { FastifyInstance } from "fastify";
import type { FailureLog } from "../observability/failure-log.ts";
import { addEndpoint } from "./endpoint.ts";
import type { MetricsEndpoint } from "./metrics/metrics-access.ts";
import { addMetricsRoute } from "./metrics/metrics-route.ts";
import { ProblemError } from "./problems.ts";

export interface Readiness {
  /** Undefined when this node, with all its workers, can serve; otherwise why not. */
  check(): Promise<NotReady | undefined>;
  /** What an operator should look at although this node can serve. */
  findWarning(): string | undefined;
}

export interface NotReady {
  /** For the log. */
  readonly reason: string;
  /** The detail for the caller, who is not authenticated. */
  readonly detail?: string | undefined;
}

export interface OperationsDependencies {
  readonly readiness: Readiness;
  /** Undefined: nobody reads the metrics on this port. */
  readonly metricsEndpoint: MetricsEndpoint | undefined;
  readonly failures: FailureLog;
}

export function addOperationsRoutes(app: FastifyInstance, dependencies: OperationsDependencies): void {
  const { readiness, failures } = dependencies;
  addEndpoint(app, "/livez", { GET: async () => ({ status: "alive" }) });
  addEndpoint(app, "/readyz", {
    async GET(request) {
      const notReady = await readiness.check();
      if (notReady === undefined) {
        const warning = readiness.findWarning();
        return { status: "ready", ...(warning !== undefined && { detail: warning }) };
      }
      // The port may be public: the reason is for the log, unless it is harmless.
      const { reason, detail } = notReady;
      failures.warn({ requestId: request.id, reason }, "not ready");
      throw new ProblemError(
        "temporarily_unavailable",
        detail === undefined ? "not ready" : `not ready: ${detail}`,
      );
    },
  });
  addMetricsRoute(app, dependencies.metricsEndpoint);
}
