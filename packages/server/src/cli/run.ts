import { Command } from "commander";
import { type Clock, systemClock } from "../core/time.ts";
import { readVersion } from "../version.ts";
import type { CommandContext } from "./command-context.ts";
import { EXIT } from "./exit-code.ts";
import { reportFailure } from "./report-failure.ts";
import type { Terminal } from "./terminal.ts";

interface CommandEntry {
  readonly name: string;
  /** The heading of the help that lists the command. */
  readonly group: string;
  readonly summary: string;
  /** Adds the options and the action to the command. The module is loaded only for a named command. */
  readonly load: () => Promise<(command: Command, context: CommandContext) => void>;
}

const SERVER = "The server:";
const ACCOUNTS = "Accounts:";
const PERMISSIONS = "Permissions:";

const COMMANDS: readonly CommandEntry[] = [
  {
    name: "serve",
    group: SERVER,
    summary: "start the server",
    load: async () => (await import("./commands/serve-command.ts")).defineServeCommand,
  },
  {
    name: "apply",
    group: SERVER,
    summary: "apply a configuration file",
    load: async () => (await import("./commands/apply-command.ts")).defineApplyCommand,
  },
  {
    name: "keys",
    group: SERVER,
    summary: "list, rotate and revoke signing keys; change LICET_SECRET",
    load: async () => (await import("./commands/keys-command.ts")).defineKeysCommand,
  },
  {
    name: "demo",
    group: SERVER,
    summary: "remove the demo, or give it new credentials",
    load: async () => (await import("./demo/demo-command.ts")).defineDemoCommand,
  },
  {
    name: "token",
    group: SERVER,
    summary: "request a token from a running server",
    load: async () => (await import("./commands/token-command.ts")).defineTokenCommand,
  },
  {
    name: "admin",
    group: ACCOUNTS,
    summary: "create the first administrator",
    load: async () => (await import("./commands/admin-command.ts")).defineAdminCommand,
  },
  {
    name: "app",
    group: ACCOUNTS,
    summary: "create and list applications",
    load: async () => (await import("./commands/app-command.ts")).defineAppCommand,
  },
  {
    name: "secret",
    group: ACCOUNTS,
    summary: "rotate and list secrets of applications and access accounts",
    load: async () => (await import("./commands/secret-command.ts")).defineSecretCommand,
  },
  {
    name: "user",
    group: ACCOUNTS,
    summary: "list, show, create, disable and enable users",
    load: async () => (await import("./commands/user-command.ts")).defineUserCommand,
  },
  {
    name: "names",
    group: ACCOUNTS,
    summary: "free names of deleted principals",
    load: async () => (await import("./commands/names-command.ts")).defineNamesCommand,
  },
  {
    name: "audit",
    group: ACCOUNTS,
    summary: "remove personal data from the audit log",
    load: async () => (await import("./commands/audit-command.ts")).defineAuditCommand,
  },
  {
    name: "role",
    group: PERMISSIONS,
    summary: "list, show, create and delete roles",
    load: async () => (await import("./commands/role-command.ts")).defineRoleCommand,
  },
  {
    name: "grant",
    group: PERMISSIONS,
    summary: "assign a role or a permission",
    load: async () => (await import("./commands/grant-command.ts")).defineGrantCommand,
  },
  {
    name: "revoke",
    group: PERMISSIONS,
    summary: "remove an assigned role or permission",
    load: async () => (await import("./commands/revoke-command.ts")).defineRevokeCommand,
  },
  {
    name: "check",
    group: PERMISSIONS,
    summary: "check whether a subject has a permission",
    load: async () => (await import("./commands/check-command.ts")).defineCheckCommand,
  },
  {
    name: "explain",
    group: PERMISSIONS,
    summary: "say why a check or a scope is allowed or denied",
    load: async () => (await import("./commands/explain-command.ts")).defineExplainCommand,
  },
  {
    name: "simulate",
    group: PERMISSIONS,
    summary: "say who would gain and lose what by a file",
    load: async () => (await import("./commands/simulate-command.ts")).defineSimulateCommand,
  },
];

/** The `licet` command. Resolves with the exit code; never throws, and never touches the process. */
export async function runCommandLine(terminal: Terminal, clock: Clock = systemClock): Promise<number> {
  // A reader of the output may close the pipe early (`licet app list | head`). The command must not crash then.
  for (const stream of [terminal.stdout, terminal.stderr]) stream.on("error", () => undefined);
  const program = createProgram(terminal);
  let exitCode: number = EXIT.done;
  const context: CommandContext = {
    terminal,
    clock,
    endWith: (code) => {
      exitCode = code;
    },
  };
  try {
    for (const { name, group, summary, load } of COMMANDS) {
      const command = program.command(name).summary(summary).helpGroup(group);
      // If the arguments do not contain the name of a command, its modules are not needed.
      if (terminal.argv.includes(name)) (await load())(command, context);
    }
    await program.parseAsync(terminal.argv, { from: "user" });
    return exitCode;
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
    .commandsGroup("Help:")
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
  4  licet check: denied

Examples:
  licet serve --apply licet.yaml
  licet check user:alice orders:read
  licet help apply`,
    );
}

const HELP_WIDTH = 100;
