import type { Command } from "commander";
import { loadProgram } from "./load-program.ts";

/** The words of every command that can be run: `serve`, `app create`, … */
export const listCommands = async (): Promise<readonly string[]> =>
  (await loadProgram()).commands.flatMap((command) => listBelow(command, ""));

function listBelow(command: Command, above: string): readonly string[] {
  const path = above + command.name();
  return command.commands.length === 0
    ? [path]
    : command.commands.flatMap((each) => listBelow(each, `${path} `));
}
