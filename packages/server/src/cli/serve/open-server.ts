import { fileURLToPath } from "node:url";
import {
  createServer,
  describeProxyRisk,
  type Server,
  type ServerOptions,
} from "../../compose/create-server.ts";
import type { Listener } from "../../http/connection/listener.ts";
import type { Logger } from "../../observability/log.ts";
import type { Telemetry } from "../../observability/telemetry/start-telemetry.ts";
import { openServices, type Services } from "../../services.ts";
import type { Settings } from "../../settings/settings.ts";
import { prepareAdministrator } from "../administrator/prepare-administrator.ts";
import type { CommandContext } from "../command-context.ts";
import { connectDatabase } from "../connect-database.ts";
import { findPublicProgram } from "../find-program.ts";
import { markInitialised } from "../installation.ts";
import type { SettingOptions } from "../options/setting-options.ts";
import { createWriteCommand } from "../typed-command.ts";
import { formatBanner } from "./banner.ts";
import { prepareState, type StartOptions } from "./prepare-state.ts";

/** `npm run build` writes the console here. */
const CONSOLE_DIRECTORY = fileURLToPath(new URL("../../../../console/dist/", import.meta.url));
/** `npm run docs` writes the documentation here. */
const DOCS_DIRECTORY = fileURLToPath(new URL("../../../../../docs/.vitepress/dist/", import.meta.url));

export interface ServeOptions extends SettingOptions, StartOptions {}

export interface OpenedServer {
  readonly server: Server;
  /** Undefined when another process has prepared the database. */
  readonly banner?: string;
}

/**
 * Opens the database and creates the server, which answers requests from then on. Prepares the database for it, unless
 * another process has: applies the files of this start and creates the first administrator. Undefined after a stop
 * signal.
 */
export async function openServer(
  { terminal, givenClock: clock }: CommandContext,
  options: ServeOptions,
  parts: {
    readonly settings: Settings;
    readonly listener: Listener;
    readonly log: Logger;
    readonly telemetry: Telemetry | undefined;
    readonly stop: AbortSignal;
    /** Called once, when the database is not the one any more that this server knows. */
    readonly onBroken: () => void;
    readonly databaseConnections: number;
    /** Of a server with several workers. */
    readonly serverId?: string;
    readonly isPrepared?: boolean;
    /** Called after the database was prepared, with the banner. */
    readonly onPrepared?: (banner: string) => void;
    readonly group?: ServerOptions["group"];
  },
): Promise<OpenedServer | undefined> {
  const { settings, listener, log, telemetry, stop, databaseConnections, serverId, isPrepared, group } =
    parts;
  const trace = telemetry?.tracing?.trace;
  const services = await connectDatabase({
    connect: () =>
      openServices({
        settings,
        log,
        clock,
        serverPid: terminal.pid,
        serverId,
        siblings: group?.siblings,
        databaseConnections,
        onBroken: parts.onBroken,
        trace,
      }),
    log,
    stop,
  });
  if (!services) return undefined;
  if (!isPrepared) warnOfProxyRisk(settings, log);
  return await closingOnFailure(services, async () => {
    const prepared = isPrepared ? undefined : await prepare(services, { terminal, options });
    if (prepared !== undefined) parts.onPrepared?.(prepared.banner);
    // The last step that can fail: a server that answers requests must not end with an error behind them.
    const server = await createServer(services, listener, {
      shop: prepared?.shop,
      consoleDirectory: CONSOLE_DIRECTORY,
      docsDirectory: DOCS_DIRECTORY,
      program: findPublicProgram(terminal),
      telemetry,
      group,
    });
    return { server, ...(prepared && { banner: prepared.banner }) };
  });
}

/** Once for a server: of several workers one prepares the database, and those that replace others do not. */
function warnOfProxyRisk(settings: Settings, log: Logger): void {
  const risk = describeProxyRisk(settings);
  if (risk !== undefined) log.warn(risk);
}

async function prepare(
  services: Services,
  { terminal, options }: { readonly terminal: CommandContext["terminal"]; readonly options: ServeOptions },
) {
  const state = await prepareState(services, terminal, options);
  // After the file and the demo, which may bring an administrator.
  const administrator = await prepareAdministrator(services, terminal);
  await markInitialised(services);
  const writeCommand = createWriteCommand(terminal, options);
  const banner = await formatBanner(services, terminal, state, administrator, writeCommand);
  return { shop: state.shop, banner };
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
