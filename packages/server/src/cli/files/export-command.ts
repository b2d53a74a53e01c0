import { type Command, Option } from "commander";
import { findExcess } from "../../files/bound-yaml.ts";
import { exportConfiguration } from "../../files/export-configuration.ts";
import { formatConfiguration } from "../../files/format-configuration.ts";
import { readConfiguration } from "../../files/read-configuration.ts";
import type { CommandContext } from "../command-context.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";

interface ExportOptions extends SettingOptions {
  readonly output: "yaml" | "json";
}

export function defineExportCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Print the whole configuration as the file that licet apply reads, without passwords, secrets and signing keys. Applied to the same database it changes nothing.",
    )
    .addOption(
      new Option("-o, --output <format>", "YAML with comments, or JSON, which licet apply reads as well")
        .choices(["yaml", "json"])
        .default("yaml"),
    )
    .action((options: ExportOptions) => print(context, options))
    .addHelpText(
      "after",
      `
The same configuration gives the same file, so two exports can be compared line by line.

Examples:
  licet export > licet.yaml
  licet export | diff licet.yaml -`,
    );
  addSettingOptions(command);
}

async function print(context: CommandContext, options: ExportOptions): Promise<void> {
  const { terminal } = context;
  const { content, expired } = await withServices(context, options, async ({ storage, clock }) =>
    exportConfiguration(await readConfiguration(storage.state), clock.seconds()),
  );
  const text =
    options.output === "json" ? `${JSON.stringify(content, undefined, 2)}\n` : formatConfiguration(content);
  terminal.stdout.write(text);
  const excess = findExcess(text);
  if (excess !== undefined)
    terminal.stderr.write(`warning: the file ${excess}; licet apply takes it in parts only\n`);
  const expiredIds = [...expired.accessKeys, ...expired.assignmentIds];
  if (expiredIds.length > 0)
    terminal.stderr.write(`Not exported, because it has expired: ${expiredIds.join(", ")}\n`);
}
