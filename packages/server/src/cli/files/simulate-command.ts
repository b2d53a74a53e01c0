import type { Command } from "commander";
import { formatSummary } from "../../state/file/format-summary.ts";
import type { CommandContext } from "../command-context.ts";
import { describeLine } from "../format/applied-state.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addContextOption, addRequestOptions, type ContextOptions } from "../options/context-options.ts";
import { readInput } from "../options/read-input.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import { withServices } from "../with-services.ts";
import { type SimulatedFile, simulateFile } from "./simulate-file.ts";

interface SimulateOptions extends SettingOptions, OutputOptions, ContextOptions {}

export function defineSimulateCommand(command: Command, context: CommandContext): void {
  command
    .description("Say who would gain and lose what if a configuration file were applied. Writes nothing.")
    .argument("<file>", "the configuration file, or - for standard input");
  addContextOption(addRequestOptions(command))
    .action((file: string, options: SimulateOptions) => simulate(context, file, options))
    .addHelpText(
      "after",
      `
Examples:
  licet simulate licet.yaml
  licet simulate licet.yaml --ip 10.0.0.7 --output json`,
    );
  addSettingOptions(addOutputOption(command));
}

async function simulate(context: CommandContext, path: string, options: SimulateOptions): Promise<void> {
  const { terminal } = context;
  const input = await readInput(terminal, path);
  const simulated = await withServices(context, options, (services) =>
    simulateFile(services, input, options),
  );
  print(terminal, options, describe(simulated), () => format(simulated));
  for (const warning of simulated.plan.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  if (simulated.simulation.truncated)
    terminal.stderr.write(
      "warning: not complete: there is more to compare than one simulation may. Others may gain or lose something as well.\n",
    );
  terminal.stderr.write("Nothing was written: this was a simulation.\n");
}

function describe({ plan: { summary, warnings }, simulation }: SimulatedFile) {
  const changed = summary.filter(({ effect }) => effect !== "unchanged");
  const { revision, subjects, truncated } = simulation;
  return {
    revision,
    changes: changed.map(describeLine),
    unchanged: summary.length - changed.length,
    subjects,
    truncated,
    warnings,
  };
}

function format({ plan, simulation, names }: SimulatedFile): readonly string[] {
  const differences = simulation.subjects.flatMap(({ subject, gains, losses }) => [
    "",
    names.get(subject) ?? subject,
    ...gains.map((held) => `  gains  ${formatHeld(held)}`),
    ...losses.map((held) => `  loses  ${formatHeld(held)}`),
  ]);
  const where = simulation.truncated ? " in what was compared" : "";
  const nobody = ["", `No principal would gain or lose a permission${where}.`];
  return [...formatSummary(plan.summary), ...(differences.length > 0 ? differences : nobody)];
}

const formatHeld = ({ permission, at }: { readonly permission: string; readonly at?: string }): string =>
  at === undefined ? permission : `${permission} at ${at}`;
