import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { defineCommand, type Options } from "../define-command.ts";
import { describeApplied, formatApplied, listNotes } from "../format/applied-state.ts";
import { type NamedText, readInput } from "../options/read-input.ts";
import { applyFile, planFile } from "./apply-file.ts";

export function defineApplyCommand(command: Command, context: CommandContext): void {
  defineCommand(command, context, {
    description:
      "Apply a YAML configuration file, all of it or nothing. Entities that it does not name stay as they are.",
    help: [
      "licet apply licet.yaml",
      "licet apply licet.yaml --dry-run",
      "cat licet.yaml | licet apply - --output json",
    ],
    add: (it) =>
      it
        .argument("<file>", "the configuration file, or - for standard input")
        .option("--dry-run", "say what would change, and write nothing of the file"),
    prepare: async (path: string): Promise<[NamedText]> => [await readInput(context.terminal, path)],
    createsDatabase: true,
    async run(services, { dryRun }: Options & { readonly dryRun?: boolean }, input: NamedText) {
      const outcome = await (dryRun ? planFile : applyFile)(services, input);
      return { document: describeApplied(outcome), lines: formatApplied(outcome), notes: listNotes(outcome) };
    },
  });
}
