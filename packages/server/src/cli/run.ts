import { Command } from "commander";
import { type Clock, systemClock } from "../core/time.ts";
import type { CommandContext } from "./command-context.ts";
import { EXIT } from "./exit-code.ts";
import { reportFailure } from "./report-failure.ts";
import type { Terminal } from "./terminal.ts";
import { readVersion } from "./version.ts";

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Gives the command its options and what it does. Loaded only when the command is named. */
  readonly load: () => Promise<(command: Command, context: CommandContext) => void>;
}

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "serve",
    summary: "start the server",
    load: async () => (await import("./serve-command.ts")).defineServeCommand,
  },
  {
    name: "apply",
    summary: "make the state what a file says",
    load: async () => (await import("./apply-command.ts")).defineApplyCommand,
  },
  {
    name: "app",
    summary: "create and list applications",
    load: async () => (await import("./app-command.ts")).defineAppCommand,
  },
  {
    name: "secret",
    summary: "rotate and list secrets of applications and access accounts",
    load: async () => (await import("./secret-command.ts")).defineSecretCommand,
  },
  {
    name: "keys",
    summary: "list and rotate the signing keys",
    load: async () => (await import("./keys-command.ts")).defineKeysCommand,
  },
  {
    name: "token",
    summary: "ask a running server for a token",
    load: async () => (await import("./token-command.ts")).defineTokenCommand,
  },
  {
    name: "explain",
    summary: "say why scopes are granted or refused",
    load: async () => (await import("./explain-command.ts")).defineExplainCommand,
  },
];

/** The `licet` command. Resolves with the exit code; never throws, and never touches the process. */
export async function runCommandLine(terminal: Terminal, clock: Clock = systemClock): Promise<number> {
  // Whoever reads our output may stop reading (`licet app list | head`). That is no reason to crash.
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on("error", () => undefined);
  const program = createProgram(terminal);
  try {
    for (const { name, summary, load } of COMMANDS) {
      const command = program.command(name).summary(summary);
      // A command whose name stands nowhere cannot be meant, so its modules need not be loaded.
      if (terminal.argv.includes(name)) (await load())(command, { terminal, clock });
    }
    await program.parseAsync(terminal.argv, { from: "user" });
    return EXIT.done;
  } catch (error) {
    return reportFailure(error, terminal, { debug: terminal.argv.includes("--debug") });
  }
}

function createProgram({ stdout, stderr }: Terminal): Command {
  return new Command("licet")
    .description("Licet decides who may do what, and issues the tokens that say so.")
    .version(readVersion(), "-V, --version", "print the version")
    .option("--debug", "print the stack of an unexpected error")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .exitOverride()
    .showHelpAfterError("Add --help to see how it is used.")
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText(
      "after",
      `
Exit codes:
  0  done
  1  could not be done
  2  the command line itself was wrong
  3  the database or the server cannot be reached

Examples:
  licet serve --apply licet.yaml
  licet help apply`,
    );
}

const HELP_WIDTH = 100;
