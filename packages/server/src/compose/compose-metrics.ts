import { createListener, type Listener } from "../http/connection/listener.ts";
import { createUnreadableRequestHandler } from "../http/connection/unreadable-requests.ts";
import { createIsAllowed, type MetricsEndpoint } from "../http/metrics/metrics-access.ts";
import { createMetricsHandler } from "../http/metrics/metrics-handler.ts";
import { SECURITY_HEADERS } from "../http/security-headers.ts";
import type { FailureLog } from "../observability/failure-log.ts";
import type { Logger } from "../observability/log.ts";
import { resolveMetricsAccess, type Settings } from "../settings/settings.ts";

/** Who reads the metrics on the port of the server; undefined where nobody does. */
export function composeMetricsEndpoint(
  { settings, isPrivate }: { readonly settings: Settings; readonly isPrivate: boolean },
  render: () => Promise<string>,
): MetricsEndpoint | undefined {
  const { listen, token } = settings.metrics;
  if (listen !== undefined || resolveMetricsAccess(settings, isPrivate) === "off") return undefined;
  return { isAllowed: createIsAllowed(token), render };
}

export interface MetricsListener {
  readonly listener: Listener;
  /** From here on the metrics are answered; before it, that the server is not ready. */
  serve(render: () => Promise<string>): void;
}

/**
 * The address of the metrics alone, by TLS if the server answers by TLS. The parent of workers has it as well, so nothing
 * is loaded here that needs the services.
 */
export function composeMetricsListener(
  { metrics, tls }: Pick<Settings, "metrics" | "tls">,
  { log, failures }: { readonly log: Logger; readonly failures: Pick<FailureLog, "error"> },
): MetricsListener | undefined {
  if (metrics.listen === undefined) return undefined;
  const listener = createListener({ ...metrics.listen, tls, log });
  listener.server.on("clientError", createUnreadableRequestHandler(SECURITY_HEADERS, log));
  const isAllowed = createIsAllowed(metrics.token);
  return {
    listener,
    serve: (render) => listener.serve(createMetricsHandler({ isAllowed, render }, failures)),
  };
}
