import { setTimeout as delay } from "node:timers/promises";
import { createListener } from "../../http/connection/listener.ts";
import { createLog } from "../../observability/log.ts";
import { openTelemetry } from "../../observability/telemetry/open-telemetry.ts";
import { currentTraceIds } from "../../observability/trace-context.ts";
import { parseTelemetrySettings, type Settings } from "../../settings/settings.ts";
import { readVersion } from "../../version.ts";
import { endSoon } from "../../workers/end-soon.ts";
import { divideConnections } from "../../workers/worker-count.ts";
import type { CommandContext } from "../command-context.ts";
import { EXIT } from "../exit-code.ts";
import { closeListener, listen } from "../listen.ts";
import { createLogBuffer } from "../log-buffer.ts";
import { type OpenedMetrics, openMetricsListener } from "./open-metrics-listener.ts";
import { openServer, type ServeOptions } from "./open-server.ts";
import { findShutdownDelay } from "./shutdown-delay.ts";
import { waitForAbort } from "./wait-for-abort.ts";
import { withAddress } from "./with-address.ts";

/** The server as one process, which accepts its connections itself. */
export async function serveAlone(
  context: CommandContext,
  options: ServeOptions,
  given: Settings,
): Promise<void> {
  const { terminal } = context;
  const databaseConnections = divideConnections(given, 1);
  const stop = new AbortController();
  terminal.onStop(() => stop.abort());
  const logBuffer = createLogBuffer(terminal.stderr);
  const exported = parseTelemetrySettings(terminal.env);
  const log = createLog(given.logLevel, logBuffer, { describeContext: exported?.traces && currentTraceIds });
  // A terminal that is closed ends its programs by this signal.
  terminal.processes?.onReload(() =>
    terminal.stdout.isTTY === true
      ? stop.abort()
      : log.warn(
          "one process serves, so none can be replaced while it does; restart it, or set LICET_WORKERS",
        ),
  );
  const { host, port, tls } = given;
  const listener = createListener({ host, port, tls, log, acceptsSeveral: true });
  let metrics: OpenedMetrics | undefined;
  try {
    const settings = withAddress(given, await listen(listener, given));
    metrics = await openMetricsListener(given, log);
    const telemetry = await openTelemetry(exported, { version: readVersion(), log });
    const opened = await openServer(context, options, {
      settings,
      listener,
      log,
      telemetry,
      stop: stop.signal,
      onBroken: () =>
        endSoon(() => {
          logBuffer.flush();
          terminal.endNow?.(EXIT.failed);
        }),
      databaseConnections,
    });
    if (!opened) return;
    metrics?.serve(opened.server.renderMetrics);
    if (opened.banner !== undefined) terminal.stdout.write(opened.banner);
    await waitForAbort(stop.signal);
    log.info("stopping after the running requests");
    opened.server.announceStop();
    await delay(findShutdownDelay(terminal, given));
    await opened.server.stop();
  } finally {
    closeListener(listener);
    metrics?.close();
    logBuffer.flush();
  }
}
