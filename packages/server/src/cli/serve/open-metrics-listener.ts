import { composeMetricsListener } from "../../compose/compose-metrics.ts";
import { createFailureLog } from "../../observability/failure-log.ts";
import type { Logger } from "../../observability/log.ts";
import type { Settings } from "../../settings/settings.ts";
import { closeListener, listen } from "../listen.ts";

export interface OpenedMetrics {
  /** From here on the metrics are answered; before it, that the server is not ready. */
  serve(render: () => Promise<string>): void;
  close(): void;
}

const CHOICE = { host: "LICET_METRICS_LISTEN", port: "LICET_METRICS_LISTEN=HOST:PORT" };

/** Listens for scrapers where the settings have an address for them. */
export async function openMetricsListener(
  settings: Pick<Settings, "metrics" | "tls">,
  log: Logger,
): Promise<OpenedMetrics | undefined> {
  const failures = createFailureLog(log);
  const composed = composeMetricsListener(settings, { log, failures });
  if (settings.metrics.listen === undefined || composed === undefined) return undefined;
  const { listener, serve } = composed;
  const { address, port } = await listen(listener, settings.metrics.listen, CHOICE);
  log.info({ address, port }, "the metrics are at an address of their own");
  return {
    serve,
    close() {
      closeListener(listener);
      failures.close();
    },
  };
}
