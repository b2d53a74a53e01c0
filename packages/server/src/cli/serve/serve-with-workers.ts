import { bindSocket } from "../../http/connection/bind-socket.ts";
import { createListener } from "../../http/connection/listener.ts";
import { createLog, type Logger } from "../../observability/log.ts";
import type { Settings } from "../../settings/settings.ts";
import { lockForWorkers, type ServerLock } from "../../storage/lock-for-workers.ts";
import { createSupervisor } from "../../workers/supervisor.ts";
import { divideConnections } from "../../workers/worker-count.ts";
import type { CommandContext } from "../command-context.ts";
import { EXIT } from "../exit-code.ts";
import { bindOrExplain } from "../listen.ts";
import { createLogBuffer, MOST_BYTES_AT_ONCE } from "../log-buffer.ts";
import type { Terminal } from "../terminal.ts";
import type { OpenedMetrics } from "./open-metrics-listener.ts";
import { shareSocket } from "./share-socket.ts";
import { findShutdownDelay } from "./shutdown-delay.ts";
import { waitForAbort } from "./wait-for-abort.ts";

/**
 * The parent of several workers. It opens the listening socket and keeps the workers running: it loads neither the
 * modules that answer requests nor those that open the database. Metrics with an address of their own are answered here,
 * and while no worker accepts connections, all requests, with 503.
 */
export async function serveWithWorkers(
  { terminal, endWith }: CommandContext,
  given: Settings,
  { count, processes }: { readonly count: number; readonly processes: NonNullable<Terminal["processes"]> },
): Promise<void> {
  const databaseConnections = divideConnections(given, count);
  const stop = new AbortController();
  terminal.onStop(() => stop.abort());
  const logBuffer = createLogBuffer(terminal.stderr, MOST_BYTES_AT_ONCE);
  const log = createLog(given.logLevel, logBuffer);
  const { host, port, tls } = given;
  const { socket: bound, address } = await bindOrExplain(() => bindSocket(given), given);
  const socket = shareSocket(bound, () => createListener({ host, port, tls, log, keepsEarly: false }));
  // Held until the last worker has ended. If this process is killed, the shares of the workers keep it.
  let lock: ServerLock | undefined;
  let metrics: OpenedMetrics | undefined;
  try {
    metrics = await openMetrics(given, log);
    lock = lockForWorkers(given.databaseUrl, { pid: terminal.pid });
    const { serverId } = lock;
    const { secretOrigin } = given;
    const supervisor = createSupervisor({
      count,
      socket,
      fork: processes.forkWorker,
      start: { serverId, address, secretOrigin, databaseConnections },
      log,
    });
    processes.onReload(() => {
      // A terminal that is closed ends its programs by this signal.
      if (terminal.stdout.isTTY === true) stop.abort();
      else void supervisor.reload();
    });
    const stopped = waitForAbort(stop.signal).then(() => {
      log.info("stopping after the running requests");
      return supervisor.stop(findShutdownDelay(terminal, given));
    });
    const started = await supervisor.start();
    if ("exitCode" in started) return endWith(started.exitCode);
    metrics?.serve(supervisor.renderMetrics);
    terminal.stdout.write(started.banner);
    await Promise.race([stopped, supervisor.broken.then(() => endWith(EXIT.failed))]);
  } finally {
    socket.close();
    metrics?.close();
    lock?.release();
    logBuffer.flush();
  }
}

/** Loaded only where it is needed: it answers requests, which a parent otherwise does not do. */
async function openMetrics(settings: Settings, log: Logger): Promise<OpenedMetrics | undefined> {
  if (settings.metrics.listen === undefined) return undefined;
  const { openMetricsListener } = await import("./open-metrics-listener.ts");
  return openMetricsListener(settings, log);
}
