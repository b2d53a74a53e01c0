import type { Command, Option } from "commander";

/** What can follow a command on the command line. */
export interface CompletedCommand {
  /** The words before: `licet app create`. */
  readonly path: string;
  readonly subcommands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly CompletedOption[];
  /** The values of its argument, when there are only a few. */
  readonly choices: readonly string[];
  /** Its argument is a file. */
  readonly takesFile: boolean;
}

export interface CompletedOption {
  /** `-o` and `--output`, or the long name alone. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Lists the commands of the program, in the order of its help, each with what can follow it. */
export function listCompleted(program: Command): readonly CompletedCommand[] {
  const tree = program.commands.flatMap((command) => listBelow(command, "licet"));
  const root = { ...complete(program, "licet"), choices: [] };
  return [root, ...tree.filter(({ path }) => path !== HELP), ...listHelp(program)];
}

const HELP = "licet help";

function listBelow(command: Command, above: string): readonly CompletedCommand[] {
  const path = `${above} ${command.name()}`;
  return [complete(command, path), ...command.commands.flatMap((each) => listBelow(each, path))];
}

function complete(command: Command, path: string): CompletedCommand {
  const [first] = command.registeredArguments;
  return {
    path,
    subcommands: command.commands.map((each) => ({ name: each.name(), summary: each.summary() })),
    options: [...command.createHelp().visibleOptions(command).map(completeOption)],
    choices: first?.argChoices ?? [],
    takesFile: first?.name() === "file",
  };
}

const completeOption = ({
  short,
  long,
  description,
  required,
  optional,
  argChoices,
}: Option): CompletedOption => ({
  names: [short, long].filter((name) => name !== undefined && name !== null),
  description,
  takesValue: required || optional,
  choices: argChoices ?? [],
});

/** After `licet help` come the words of a command, and nothing else. */
function listHelp(program: Command): readonly CompletedCommand[] {
  const names = (command: Command) =>
    command.commands.map((each) => ({ name: each.name(), summary: each.summary() }));
  const entry = (path: string, command: Command): CompletedCommand => ({
    path,
    subcommands: names(command),
    options: [],
    choices: [],
    takesFile: false,
  });
  const all = entry(HELP, program);
  const settings = { name: "settings", summary: "all settings" };
  return [
    { ...all, subcommands: [...all.subcommands, settings] },
    ...program.commands
      .filter(({ commands }) => commands.length > 0)
      .map((command) => entry(`${HELP} ${command.name()}`, command)),
  ];
}
