import type { Command } from "commander";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Settings } from "../../settings/settings.ts";
import { countWorkers } from "../../workers/worker-count.ts";
import type { CommandContext } from "../command-context.ts";
import { addSettingOptions, readCommandSettings } from "../options/setting-options.ts";
import type { ServeOptions } from "./open-server.ts";

export function defineServeCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Start the server. At SIGTERM or Ctrl+C it finishes the running requests and stops. At SIGHUP it replaces its workers one after the other.",
    )
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
  addSettingOptions(command, { shown: ["host", "port", "base_url", "data_dir", "database_url", "workers"] });
}

/** Each of the three ways loads its own modules: a parent needs few of those of a worker. */
async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { parent, processes } = context.terminal;
  if (parent !== undefined) {
    const { serveAsWorker } = await import("./serve-as-worker.ts");
    return serveAsWorker(context, options, parent);
  }
  const settings = readCommandSettings(context.terminal, options);
  const count = processes === undefined ? 1 : countFor(settings, options);
  if (processes !== undefined && count > 1) {
    const { serveWithWorkers } = await import("./serve-with-workers.ts");
    return serveWithWorkers(context, settings, { count, processes });
  }
  const { serveAlone } = await import("./serve-alone.ts");
  return serveAlone(context, options, settings);
}

function countFor(settings: Settings, { demo }: ServeOptions): number {
  if (!demo) return countWorkers(settings);
  if ((settings.workers ?? 1) > 1)
    throw new InvalidInputError(
      "--demo serves a shop that keeps its visitors in the memory of one process; leave out --demo, or set LICET_WORKERS to 1",
    );
  return 1;
}
