import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { createServer } from "../../compose.ts";
import { createListener } from "../../http/connection/listener.ts";
import { createLog } from "../../observability/log.ts";
import { openTelemetry } from "../../observability/telemetry/open-telemetry.ts";
import { currentTraceIds } from "../../observability/trace-context.ts";
import { openServices, type Services } from "../../services.ts";
import { parseTelemetrySettings, type Settings } from "../../settings/settings.ts";
import { readVersion } from "../../version.ts";
import { prepareAdministrator } from "../actions/prepare-administrator.ts";
import { prepareState, type StartOptions } from "../actions/prepare-state.ts";
import type { CommandContext } from "../command-context.ts";
import { connectDatabase } from "../connect-database.ts";
import { findPublicProgram } from "../find-program.ts";
import { formatBanner } from "../format/banner.ts";
import { markInitialised } from "../installation.ts";
import { closeListener, listen } from "../listen.ts";
import { createLogBuffer } from "../log-buffer.ts";
import { addSettingOptions, readCommandSettings, type SettingOptions } from "../options/setting-options.ts";
import { createWriteCommand } from "../typed-command.ts";

/** `npm run build` writes the console here. */
const CONSOLE_DIRECTORY = fileURLToPath(new URL("../../../../console/dist/", import.meta.url));

interface ServeOptions extends SettingOptions, StartOptions {}

export function defineServeCommand(command: Command, context: CommandContext): void {
  command
    .description("Start the server. At SIGTERM or Ctrl+C it finishes the running requests and stops.")
    .option("--apply <file>", "apply this configuration file at every start")
    .option(
      "--demo",
      "fill a new database with a small example, and serve a web application to try it at /demo",
    )
    .action((options: ServeOptions) => serve(context, options))
    .addHelpText(
      "after",
      `
Examples:
  licet serve --demo
  licet serve --apply licet.yaml
  licet serve --host 0.0.0.0 --base-url https://id.example.test --database-url postgres://licet@db/licet`,
    );
  addSettingOptions(command, { shown: ["host", "port", "base_url", "data_dir", "database_url"] });
}

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { terminal, givenClock: clock } = context;
  const given = readCommandSettings(terminal, options);
  const stop = new AbortController();
  terminal.onStop(() => stop.abort());
  const logBuffer = createLogBuffer(terminal.stderr);
  const exported = parseTelemetrySettings(terminal.env);
  const log = createLog(given.logLevel, logBuffer, exported?.traces && currentTraceIds);
  const listener = createListener({ host: given.host, port: given.port, tls: given.tls, log });
  try {
    const settings = withAddress(given, await listen(listener, given));
    const telemetry = await openTelemetry(exported, { version: readVersion(), log });
    const trace = telemetry?.tracing?.trace;
    const services = await connectDatabase({
      connect: () => openServices({ settings, log, clock, serverPid: terminal.pid, trace }),
      log,
      stop: stop.signal,
    });
    if (!services) return;
    const server = await closingOnFailure(services, async () => {
      const prepared = await prepareState(services, terminal, options);
      // After the file and the demo, which may bring an administrator.
      const administrator = await prepareAdministrator(services, terminal);
      await markInitialised(services);
      const writeCommand = createWriteCommand(terminal, options);
      const banner = await formatBanner(services, terminal, prepared, administrator, writeCommand);
      // The last step that can fail: a server that answers requests must not end with an error behind them.
      const built = await createServer(services, listener, {
        shop: prepared.shop,
        consoleDirectory: CONSOLE_DIRECTORY,
        program: findPublicProgram(terminal),
        telemetry,
      });
      terminal.stdout.write(banner);
      return built;
    });
    await waitForAbort(stop.signal);
    log.info("stopping after the running requests");
    await server.stop();
  } finally {
    closeListener(listener);
    logBuffer.flush();
  }
}

/**
 * If the system chose the port, the base URL gets that port. The resolved address replaces a host name, because only an
 * address shows whether the server listens on the loopback interface.
 */
function withAddress(settings: Settings, { address: host, port }: AddressInfo): Settings {
  if (settings.port === port) return { ...settings, host };
  return { ...settings, host, port, baseUrl: settings.baseUrl.replace(/:0$/, `:${port}`) };
}

async function closingOnFailure<T>(
  { storage }: Pick<Services, "storage">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
