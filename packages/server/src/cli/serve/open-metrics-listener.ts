import { createListener } from "../../http/connection/listener.ts";
import { createUnreadableRequestHandler } from "../../http/connection/unreadable-requests.ts";
import { createIsAllowed } from "../../http/metrics/metrics-access.ts";
import { createMetricsHandler } from "../../http/metrics/metrics-handler.ts";
import { SECURITY_HEADERS } from "../../http/security-headers.ts";
import { createFailureLog } from "../../observability/failure-log.ts";
import type { Logger } from "../../observability/log.ts";
import type { Settings } from "../../settings/settings.ts";
import { closeListener, listen } from "../listen.ts";

const CHOICE = { host: "LICET_METRICS_LISTEN", port: "LICET_METRICS_LISTEN=HOST:PORT" };

export interface MetricsListener {
  /** From here on the metrics are answered; before it, that the server is not ready. */
  serve(render: () => Promise<string>): void;
  close(): void;
}

/** Listens for scrapers where the settings have an address for them: by TLS, if the server answers by TLS. */
export async function openMetricsListener(
  { metrics, tls }: Pick<Settings, "metrics" | "tls">,
  log: Logger,
): Promise<MetricsListener | undefined> {
  if (metrics.listen === undefined) return undefined;
  const listener = createListener({ ...metrics.listen, tls, log });
  listener.server.on("clientError", createUnreadableRequestHandler(SECURITY_HEADERS, log));
  const { address, port } = await listen(listener, metrics.listen, CHOICE);
  log.info({ address, port }, "the metrics are at an address of their own");
  const failures = createFailureLog(log);
  const isAllowed = createIsAllowed(metrics.token);
  return {
    serve: (render) => listener.serve(createMetricsHandler({ isAllowed, render }, failures)),
    close() {
      closeListener(listener);
      failures.close();
    },
  };
}
