import { type Clock, systemClock } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import { addCommand } from "./add-command.ts";
import type { CommandContext } from "./command-context.ts";
import { COMMANDS, type CommandEntry } from "./command-table.ts";
import { createProgram } from "./create-program.ts";
import { EXIT } from "./exit-code.ts";
import { reportFailure } from "./report-failure.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The `licet` command. Resolves with the exit code; never throws, and never touches the process. A given clock is used
 * as it is; without one, commands and servers follow the database's.
 */
export async function runCommandLine(terminal: Terminal, givenClock?: Clock): Promise<number> {
  // A reader of the output may close the pipe early (`licet app list | head`). The command must not crash then.
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on("error", () => undefined);
  const program = createProgram(terminal);
  let exitCode: number = EXIT.done;
  const context: CommandContext = {
    terminal,
    clock: givenClock ?? systemClock,
    givenClock,
    endWith: (code) => {
      exitCode = code;
    },
  };
  try {
    for (const entry of COMMANDS) await addNamedCommand(program, entry, context);
    await program.parseAsync(terminal.argv, { from: "user" });
    return exitCode;
  } catch (error) {
    return reportFailure(error, terminal, { debug: terminal.argv.includes("--debug") });
  }
}

/** If the arguments do not contain the name of a command, its modules are not needed. A completion lists all of them. */
async function addNamedCommand(
  program: Command,
  entry: CommandEntry,
  context: CommandContext,
): Promise<void> {
  const command = addCommand(program, entry);
  const { argv } = context.terminal;
  if (argv.includes(entry.name) || argv.includes("completion")) (await entry.load())(command, context);
}
