import type { Command } from "commander";
import { DamagedDatabaseError, UnavailableError } from "../../core/errors/errors.ts";
import { migrateDatabase, planMigration } from "../../services.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, readCommandSettings, type SettingOptions } from "../options/setting-options.ts";
import { describeOutcome, describePlan, formatOutcome, formatPlan } from "./migration-text.ts";

interface MigrateCommandOptions extends SettingOptions, OutputOptions {
  readonly dryRun?: boolean;
  readonly contract?: boolean;
}

export function defineMigrateCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Migrate the tables of the database to this version. Servers may run meanwhile. A migration that contracts waits until no server runs that it would break.",
    )
    .option("--dry-run", "say what would happen, and change nothing")
    .option(
      "--contract",
      "run migrations that contract even if servers are listed that they break: when those have crashed",
    )
    .action((options: MigrateCommandOptions) => run(context, options))
    .addHelpText(
      "after",
      `
A start of the server migrates as well, unless LICET_AUTO_MIGRATE is false.

Examples:
  licet migrate --dry-run
  licet migrate`,
    );
  addSettingOptions(addOutputOption(command));
}

async function run({ terminal, clock }: CommandContext, options: MigrateCommandOptions): Promise<void> {
  const { dryRun = false, contract = false } = options;
  const settings = readCommandSettings(terminal, options, { databaseExists: dryRun });
  try {
    if (dryRun) {
      const plan = await planMigration(settings);
      print(terminal, options, describePlan(plan), () => formatPlan(plan, { force: contract }));
      return;
    }
    const outcome = await migrateDatabase(settings, { clock, force: contract });
    print(terminal, options, describeOutcome(outcome), () => formatOutcome(outcome));
  } catch (error) {
    if (!(error instanceof UnavailableError) || error instanceof DamagedDatabaseError) throw error;
    throw new UnavailableError(`the database could not be migrated: ${error.message}.`, { cause: error });
  }
}
