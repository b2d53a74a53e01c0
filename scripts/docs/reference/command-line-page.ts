import type { Command, Option } from "commander";
import { EXIT } from "../../../packages/server/src/cli/exit-code.ts";
import { isFlag } from "../../../packages/server/src/cli/options/setting-options.ts";
import { loadProgram } from "../../../packages/server/src/cli/testing/load-program.ts";
import { SETTING_DEFINITIONS, type SettingName } from "../../../packages/server/src/settings/settings.ts";
import { code, page, sentence, table } from "./markdown.ts";

const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: "done",
  failed: "could not be done; one sentence says why and what to do",
  usage: "the command line itself was wrong",
  unreachable: "the database or the server cannot be reached",
  denied: "`check` only: denied",
};

/** Most commands take all of these; the page says so once. */
const SETTING_FLAGS: ReadonlySet<string> = new Set([
  "--config",
  ...(Object.keys(SETTING_DEFINITIONS) as SettingName[])
    .filter(isFlag)
    .map((name) => `--${name.replaceAll("_", "-")}`),
]);

export async function writeCommandLinePage(): Promise<string> {
  const printed: string[] = [];
  const program = await loadProgram((text) => void printed.push(text));
  /** What a command prints after its options: advice and examples. */
  const readHelpAfter = (command: Command): string => {
    printed.length = 0;
    command.outputHelp();
    return printed.join("").slice(command.helpInformation().length).trim();
  };
  const groups = Object.entries(Object.groupBy(program.commands, (command) => command.helpGroup()));
  return page(
    "# Command line",
    "Every command with its arguments and options, as `licet help COMMAND` shows them. The [guide](../guides/command-line.md) explains what each does, with examples that build on each other.",
    "```text\nlicet COMMAND [options]\n```",
    table(["option", "meaning"], program.options.map(describeOption)),
    "Commands take all [settings](settings.md) as flags, and `--config FILE` with a file of settings, unless they say otherwise below. `-h`, `--help` prints the help of a command. Without a command, `licet` starts a server with demo data: `licet serve --demo`.",
    "## Exit codes",
    table(
      ["code", "meaning"],
      Object.entries(EXIT).map(([name, number]) => [
        String(number),
        EXIT_MEANINGS[name as keyof typeof EXIT],
      ]),
    ),
    groups.flatMap(([group, commands = []]) => [
      `## ${group.replace(/:$/, "")}`,
      ...commands.flatMap((command) => describeCommand(command, "licet", "###", readHelpAfter)),
    ]),
  );
}

function describeCommand(
  command: Command,
  above: string,
  level: string,
  readHelpAfter: (command: Command) => string,
): readonly string[] {
  const path = `${above} ${command.name()}`;
  const own = command.options.filter(({ long, hidden }) => !hidden && !SETTING_FLAGS.has(long ?? ""));
  const below = command.commands.filter((each) => each.name() !== "help");
  return [
    `${level} ${path}`,
    sentence(command.description() || command.summary()),
    ...(below.length > 0 ? [] : [`\`\`\`text\n${path} ${command.usage()}\n\`\`\``]),
    ...(command.registeredArguments.length > 0
      ? [table(["argument", "meaning"], command.registeredArguments.map(describeArgument))]
      : []),
    ...(own.length > 0 ? [table(["option", "meaning"], own.map(describeOption))] : []),
    ...(below.length > 0 ? [] : describeSettings(command)),
    ...splitHelp(readHelpAfter(command)),
    ...below.flatMap((each) => describeCommand(each, path, `${level}#`, readHelpAfter)),
  ];
}

/** Empty for a command that takes all of them. */
function describeSettings({ options }: Command): readonly string[] {
  const taken = options.map(({ long }) => long ?? "").filter((flag) => SETTING_FLAGS.has(flag));
  if (taken.length === 0) return ["It takes no settings."];
  return taken.length === SETTING_FLAGS.size
    ? []
    : [`Of the settings it takes ${taken.map(code).join(", ")}.`];
}

const describeArgument = (argument: Command["registeredArguments"][number]): readonly string[] => {
  const { required, variadic, description, argChoices, defaultValue } = argument;
  const name = `${argument.name()}${variadic ? "..." : ""}`;
  return [code(required ? `<${name}>` : `[${name}]`), describeValue(description, argChoices, defaultValue)];
};

const describeOption = ({ flags, description, argChoices, defaultValue, mandatory }: Option) => [
  code(flags),
  `${describeValue(description, argChoices, defaultValue)}${mandatory ? " Required." : ""}`,
];

function describeValue(description: string, choices: readonly string[] | undefined, preset: unknown): string {
  const isPlain = typeof preset === "string" || typeof preset === "number";
  return [
    sentence(description),
    choices && `One of ${choices.map(code).join(", ")}.`,
    isPlain && `Default: ${code(String(preset))}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The examples are commands; what stands before them are sentences, broken into lines for the terminal. */
function splitHelp(text: string): readonly string[] {
  const [before = "", examples = ""] = text.split(/^Examples?:\n/m);
  const paragraphs = before
    .trim()
    .split(/\n{2,}/)
    .filter((part) => part !== "")
    .map((part) => (/^ {2}/m.test(part) ? `\`\`\`text\n${part}\n\`\`\`` : part.replaceAll("\n", " ")));
  const commands = examples
    .split("\n")
    .map((line) => line.replace(/^ {2}/, ""))
    .join("\n")
    .trim();
  return [...paragraphs, ...(commands === "" ? [] : [`\`\`\`text\n${commands}\n\`\`\``])];
}
