import { Command, Help } from "commander";
import { readVersion } from "../version.ts";
import { findProgram } from "./find-program.ts";
import { rewriteCommands } from "./rewrite-commands.ts";
import type { Terminal } from "./terminal.ts";

/** The program without its commands: what they share, and where help and errors are printed. */
export function createProgram(terminal: Terminal): Command {
  const { stdout, stderr } = terminal;
  return (
    new Command(findProgram(terminal))
      .description("Licet decides who may do what, and issues the tokens that say so.")
      .usage("COMMAND [options]")
      .version(readVersion(), "-V, --version", "print the version")
      .option("--debug", "print the stack of an unexpected error")
      .helpOption("-h, --help", "print help")
      // `licet app help create` still works. Help lists `licet help` alone.
      .addHelpCommand(new Command().command("help [command]", { hidden: true }))
      .configureHelp({ subcommandTerm })
      .exitOverride()
      .showHelpAfterError("Add --help to see how it is used.")
      .configureOutput({
        writeOut: (text) => stdout.write(rewriteCommands(text, terminal)),
        writeErr: (text) => stderr.write(rewriteCommands(text, terminal)),
        getOutHelpWidth: () => HELP_WIDTH,
        getErrHelpWidth: () => HELP_WIDTH,
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      })
      .addHelpText("after", AFTER_HELP)
  );
}

/** The list of all commands shows their names alone. Not every command is loaded, so some would show no arguments. */
const subcommandTerm = (command: Command): string =>
  command.parent?.parent ? new Help().subcommandTerm(command) : command.name();

const HELP_WIDTH = 100;

const AFTER_HELP = `
Without a command it starts a server with demo data: licet serve --demo

Exit codes:
  0  done
  1  could not be done
  2  the command line itself was wrong
  3  the database or the server cannot be reached
  4  denied (check only)

Examples:
  licet serve --apply licet.yaml
  licet check user:alice orders:read
  licet help app create`;
