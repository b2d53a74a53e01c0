import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { formatReport, parseExport, SOURCES, type Source } from "@licet/convert";
import type { Command } from "commander";
import { describeFileError } from "../../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { formatConfiguration } from "../../files/format-configuration.ts";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
import type { CommandContext } from "../command-context.ts";
import { visibleLines } from "../format/visible-text.ts";
import { readInput } from "../options/read-input.ts";
import { rewriteCommands } from "../rewrite-commands.ts";
import type { Terminal } from "../terminal.ts";
import { CONVERSION_RULES } from "./conversion-rules.ts";

interface ConvertOptions {
  readonly output?: string;
  readonly force?: boolean;
}

export function defineConvertCommand(command: Command, context: CommandContext): void {
  command.description(
    "Convert an export of another system to a configuration file for licet apply. It needs no database.",
  );
  for (const source of SOURCES)
    command
      .command(source.name)
      .summary(`convert an export of ${source.title}`)
      .description(
        `Convert an export of ${source.title} to a configuration file for licet apply. What was renamed, what is not converted and what to do is said on stderr. The file may contain client secrets.`,
      )
      .argument("<file...>", `${source.takes}; - for standard input`)
      .option(
        "-o, --output <file>",
        "write to this file, readable by its owner only; standard output without it",
      )
      .option("--force", "replace a file that exists")
      .action((files: readonly string[], options: ConvertOptions) => convert(context, source, files, options))
      .addHelpText("after", `\nExample:\n  ${source.example}`);
}

async function convert(
  { terminal }: CommandContext,
  { title, forms, convert: toConversion }: Source,
  paths: readonly string[],
  { output, force = false }: ConvertOptions,
): Promise<void> {
  const files = [];
  for (const path of paths) files.push(parseExport(await readInput(terminal, path), forms, CONVERSION_RULES));
  const { content, report } = toConversion(files, CONVERSION_RULES);
  const text = formatConfiguration(content, headerFor(title));
  // The file is read as licet apply reads it, so that nothing is written that it would refuse.
  parseConfigurationFile(text, "the converted file");
  if (output === undefined || output === "-") terminal.stdout.write(text);
  else {
    await writeOutput(terminal, output, text, force);
    terminal.stdout.write(`Wrote ${output}.\n`);
  }
  const lines = formatReport(title, content, report, (text) => rewriteCommands(text, terminal));
  terminal.stderr.write(`${visibleLines(lines)}\n`);
}

const headerFor = (title: string): string =>
  `# Converted from ${title} by licet convert, for licet apply. Read it before you apply it.\n# It may contain client secrets: keep it as confidential as they are.\n\n`;

/** The file appears when it is complete. */
async function writeOutput({ cwd }: Terminal, path: string, text: string, force: boolean): Promise<void> {
  const file = resolve(cwd, path);
  if (!force && existsSync(file))
    throw new InvalidInputError(`${path} exists already. Name another file, or add --force to replace it.`);
  const part = `${file}.part-${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(part, text, { flag: "wx", mode: 0o600 });
    await rename(part, file);
  } catch (error) {
    const isMissingFolder = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissingFolder ? "its folder does not exist" : describeFileError(error);
    throw new InvalidInputError(`cannot write ${path}: ${reason}`, { cause: error });
  } finally {
    await rm(part, { force: true });
  }
}
