import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { describeApplied, formatApplied, warnAbout } from "../format/applied-state.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { readInput } from "../options/read-input.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { applyFile } from "./apply-file.ts";
import { planFile } from "./plan-file.ts";

interface ApplyOptions extends SettingOptions, OutputOptions {
  readonly dryRun?: boolean;
}

export function defineApplyCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Apply a YAML configuration file, all of it or nothing. Entities that it does not name stay as they are.",
    )
    .argument("<file>", "the configuration file, or - for standard input")
    .option("--dry-run", "say what would change, and write nothing of the file")
    .action((file: string, options: ApplyOptions) => apply(context, file, options))
    .addHelpText(
      "after",
      `
Examples:
  licet apply licet.yaml
  licet apply licet.yaml --dry-run
  cat licet.yaml | licet apply - --output json`,
    );
  addSettingOptions(addOutputOption(command));
}

async function apply(context: CommandContext, path: string, options: ApplyOptions): Promise<void> {
  const { terminal } = context;
  const input = await readInput(terminal, path);
  const outcome = await withServices(
    context,
    options,
    (services) => (options.dryRun ? planFile(services, input) : applyFile(services, input)),
    { createsDatabase: true },
  );
  print(terminal, options, describeApplied(outcome), () => formatApplied(outcome));
  warnAbout(outcome, terminal);
}
