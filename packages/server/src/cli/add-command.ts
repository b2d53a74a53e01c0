import type { Command } from "commander";
import type { CommandEntry } from "./command-table.ts";

/** Adds a command with what the list of all commands shows of it. Its modules are not loaded. */
export function addCommand(program: Command, { name, group, summary, examples }: CommandEntry): Command {
  const command = program.command(name).summary(summary).helpGroup(group);
  if (examples)
    command.addHelpText("after", `\nExamples:\n${examples.map((each) => `  ${each}`).join("\n")}`);
  return command;
}
