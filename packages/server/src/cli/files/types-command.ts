import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { describeFileError } from "../../core/errors/describe-file-error.ts";
import { ConflictError, InvalidInputError } from "../../core/errors/errors.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import type { CommandContext } from "../command-context.ts";
import { readInput } from "../options/read-input.ts";
import { addSettingOptions, type SettingOptions } from "../options/setting-options.ts";
import type { Terminal } from "../terminal.ts";
import { withServices } from "../with-services.ts";
import { permissionsOfFile, permissionsOfModel, writePermissionTypes } from "./permission-types.ts";

interface TypesOptions extends SettingOptions {
  readonly file?: string;
  readonly out?: string;
  readonly check?: true;
}

export function defineTypesCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Write the names of all permissions as TypeScript types for @licet/sdk, so that a wrong name does not compile.",
    )
    .option(
      "--file <file>",
      "read them from a configuration file, or - for standard input; needs no database",
    )
    .option("--out <file>", "write to this file, only if it has to change; standard output without it")
    .option("--check", "write nothing, and end with 1 if the file of --out is out of date")
    .action((options: TypesOptions) => run(context, options))
    .addHelpText(
      "after",
      `
The same permissions give the same text. Those of Licet's own API are left out.

Examples:
  licet types --out src/licet.d.ts
  licet types --file licet.yaml --out src/licet.d.ts --check`,
    );
  addSettingOptions(command);
}

async function run(context: CommandContext, options: TypesOptions): Promise<void> {
  const { terminal } = context;
  const { out, check } = options;
  if (check && out === undefined) throw new InvalidInputError("--check needs the file to check: --out FILE");
  const text = writePermissionTypes(await readPermissions(context, options));
  if (out === undefined) {
    terminal.stdout.write(text);
    return;
  }
  if ((await readExisting(terminal, out)) === text) {
    terminal.stdout.write(`${out} is up to date.\n`);
    return;
  }
  if (check) throw new ConflictError(`${out} is out of date: run licet types without --check`);
  await write(terminal, out, text);
  terminal.stdout.write(`Wrote ${out}.\n`);
}

async function readPermissions(context: CommandContext, options: TypesOptions): Promise<readonly string[]> {
  if (options.file === undefined)
    return withServices(context, options, async ({ factSource }) =>
      permissionsOfModel(await factSource.model()),
    );
  const { name, text } = await readInput(context.terminal, options.file);
  return permissionsOfFile(parseConfigurationFile(text, name).content);
}

/** A checkout may have other line ends than the ones that were written. */
async function readExisting({ cwd }: Terminal, path: string): Promise<string | undefined> {
  try {
    return (await readFile(resolve(cwd, path), "utf8")).replaceAll("\r\n", "\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new InvalidInputError(`cannot read ${path}: ${describeFileError(error)}`, { cause: error });
  }
}

async function write({ cwd }: Terminal, path: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(cwd, path), text);
  } catch (error) {
    const isMissingFolder = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissingFolder ? "its folder does not exist" : describeFileError(error);
    throw new InvalidInputError(`cannot write ${path}: ${reason}`, { cause: error });
  }
}
