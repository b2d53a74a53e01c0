import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, formatColumns, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { createWriteCommand } from "../typed-command.ts";
import { withServices } from "../with-services.ts";
import { rekeyDemo } from "./rekey-demo.ts";
import { removeDemo } from "./remove-demo.ts";
import { describeRemoved, formatRemoved } from "./removed-demo-text.ts";

interface DemoOptions extends SettingOptions, OutputOptions {}

export function defineDemoCommand(command: Command, context: CommandContext): void {
  command.description(
    "Make a database that holds the demo fit for others to reach: its credentials are published.",
  );
  defineRemove(command.command("remove"), context);
  defineRekey(command.command("rekey"), context);
}

function defineRemove(command: Command, context: CommandContext): void {
  command
    .summary("delete what the demo made")
    .description(
      "Delete what the demo made, by the audit log. What was changed since, was made by another actor or by one that the log does not name, or is needed by something else, stays and is named; published credentials end in any case.",
    )
    .action((options: DemoOptions) => remove(context, options))
    .addHelpText("after", "\nExample:\n  licet demo remove");
  addSettingOptions(addOutputOption(command));
}

function defineRekey(command: Command, context: CommandContext): void {
  command
    .summary("keep the demo with new credentials")
    .description(
      "Replace all published secrets and passwords by new ones, printed once. The published ones end at once.",
    )
    .action((options: DemoOptions) => rekey(context, options))
    .addHelpText("after", "\nExample:\n  licet demo rekey");
  addSettingOptions(addOutputOption(command));
}

async function remove(context: CommandContext, options: DemoOptions): Promise<void> {
  const { terminal } = context;
  const writeCommand = createWriteCommand(terminal, options);
  const text = await withServices(context, options, async (services) => {
    const removed = await removeDemo(services);
    return {
      document: describeRemoved(removed),
      lines: await formatRemoved(services, removed, writeCommand),
    };
  });
  print(terminal, options, text.document, () => text.lines);
}

async function rekey(context: CommandContext, options: DemoOptions): Promise<void> {
  const { terminal } = context;
  const { credentials, revision } = await withServices(context, options, rekeyDemo);
  const document = {
    credentials: credentials.map(({ kind, id, secret }) => ({ kind: kind.replace(" ", "_"), id, secret })),
    revision,
  };
  print(terminal, options, document, () =>
    credentials.length === 0
      ? ["No published credential is stored here; nothing was changed."]
      : formatColumns(credentials.map(({ kind, id, secret }) => [kind, id, secret])),
  );
  if (credentials.length > 0) terminal.stderr.write(KEEP_NOW);
}

const KEEP_NOW =
  "Keep these now: they are not stored, and not shown again. The shop at /demo has only the published secret, so it no longer works.\n";
