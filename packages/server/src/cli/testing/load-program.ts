import { Readable, Writable } from "node:stream";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import type { Command } from "commander";
import { addCommand } from "../add-command.ts";
import { COMMANDS } from "../command-table.ts";
import { createProgram } from "../create-program.ts";
import type { Terminal } from "../terminal.ts";

/** The program `licet` with all of its commands, to look at. What it prints goes to the given function. */
export async function loadProgram(onOutput: (text: string) => void = () => undefined): Promise<Command> {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      onOutput(String(chunk));
      done();
    },
  });
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
  for (const entry of COMMANDS)
    (await entry.load())(addCommand(program, entry), {
      terminal,
      clock: systemClock,
      endWith: () => undefined,
    });
  return program;
}
