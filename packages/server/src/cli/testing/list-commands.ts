import { Readable, Writable } from "node:stream";
import { systemClock } from "@licet/engine/values/time.ts";
import type { Command } from "commander";
import { COMMANDS } from "../command-table.ts";
import { createProgram } from "../create-program.ts";
import type { Terminal } from "../terminal.ts";

/** The words of every command that can be run: `serve`, `app create`, … */
export async function listCommands(): Promise<readonly string[]> {
  const stream = new Writable();
  const terminal: Terminal = {
    argv: [],
    env: {},
    cwd: "/",
    pid: 1,
    stdout: stream,
    stderr: stream,
    stdin: Readable.from([]),
    onStop: () => undefined,
  };
  const program = createProgram(terminal);
  for (const { name, load } of COMMANDS)
    (await load())(program.command(name), { terminal, clock: systemClock, endWith: () => undefined });
  return program.commands.flatMap((command) => listBelow(command, ""));
}

function listBelow(command: Command, above: string): readonly string[] {
  const path = above + command.name();
  return command.commands.length === 0
    ? [path]
    : command.commands.flatMap((each) => listBelow(each, `${path} `));
}
