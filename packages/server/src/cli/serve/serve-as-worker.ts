import { createListener } from "../../http/connection/listener.ts";
import { createLog } from "../../observability/log.ts";
import { openTelemetry } from "../../observability/telemetry/open-telemetry.ts";
import { currentTraceIds } from "../../observability/trace-context.ts";
import { parseTelemetrySettings } from "../../settings/settings.ts";
import { readVersion } from "../../version.ts";
import { createParentLink, type ParentChannel, type StopReason } from "../../workers/parent-link.ts";
import type { CommandContext } from "../command-context.ts";
import { closeListener } from "../listen.ts";
import { createLogBuffer, MOST_BYTES_AT_ONCE } from "../log-buffer.ts";
import { readCommandSettings } from "../options/setting-options.ts";
import { openServer, type ServeOptions } from "./open-server.ts";
import { waitForAbort } from "./wait-for-abort.ts";
import { withAddress } from "./with-address.ts";

/** Without its parent, a worker keeps an SQLite file from the next server. */
const ORPHANED_MILLISECONDS = 5_000;

/** A connection in so many is given up at once when other workers have less to do. */
const SHED_ONE_IN = 8;

/** One of several processes of a server, which share a listening socket. Its parent says when to stop. */
export async function serveAsWorker(
  context: CommandContext,
  options: ServeOptions,
  channel: ParentChannel,
): Promise<void> {
  const { terminal } = context;
  const parent = createParentLink(channel);
  const stop = new AbortController();
  parent.onStop((reason) => stop.abort(reason));
  try {
    const { number, database, accepts, serverId, address, secretOrigin, databaseConnections } =
      await parent.start;
    parent.begin();
    const given = readCommandSettings(terminal, options);
    const settings = { ...withAddress(given, address), secretOrigin };
    const logBuffer = createLogBuffer(terminal.stderr, MOST_BYTES_AT_ONCE);
    const exported = parseTelemetrySettings(terminal.env);
    const log = createLog(settings.logLevel, logBuffer, {
      describeContext: exported?.traces && currentTraceIds,
      worker: number,
    });
    const listener = createListener({ host: settings.host, port: settings.port, tls: settings.tls, log });
    try {
      parent.onShed(() => listener.shed(Math.ceil(listener.openConnections / SHED_ONE_IN)));
      if (accepts === "at_once") await parent.accept(listener);
      const telemetry = await openTelemetry(exported, { version: readVersion(), log, worker: number });
      if (database === "waits") await Promise.race([parent.prepared, waitForAbort(stop.signal)]);
      const opened = await openServer(context, options, {
        settings,
        listener,
        log,
        telemetry,
        stop: stop.signal,
        onBroken: () => {
          logBuffer.flush();
          parent.tell({ type: "broken" });
        },
        databaseConnections,
        serverId,
        isPrepared: database !== "prepares",
        onPrepared: (banner) => parent.tell({ type: "prepared", banner }),
        group: parent.group,
      });
      if (!opened) return;
      parent.onStopAnnounced(opened.server.announceStop);
      if (accepts === "when_ready") await parent.accept(listener);
      parent.tell({ type: "ready" });
      await waitForAbort(stop.signal);
      const reason: StopReason = stop.signal.reason;
      await opened.server.stop(reason === "orphaned" ? { withinMilliseconds: ORPHANED_MILLISECONDS } : {});
    } finally {
      closeListener(listener);
      logBuffer.flush();
    }
  } finally {
    await parent.leave();
  }
}
