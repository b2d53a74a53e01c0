import type { Command } from "commander";
import { didYouMean } from "../../input/did-you-mean.ts";
import type { CommandContext } from "../command-context.ts";
import { rewriteCommands } from "../rewrite-commands.ts";
import { formatSettings } from "./format-settings.ts";

const SETTINGS = "settings";

export function defineHelpCommand(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      "Show what a command does, with its options and examples. Without a command, list all of them.",
    )
    .argument("[command...]", `the words of a command, such as app create; or ${SETTINGS} for all settings`)
    .action((words: readonly string[]) => {
      const program = command.parent as Command;
      const [first, ...others] = words;
      if (first === SETTINGS && others.length === 0)
        terminal.stdout.write(rewriteCommands(formatSettings(), terminal));
      else findCommand(command, program, words).outputHelp();
    })
    .addHelpText("after", "\nExamples:\n  licet help app create\n  licet help settings");
}

function findCommand(help: Command, program: Command, words: readonly string[]): Command {
  let found = program;
  for (const word of words) {
    const known = found.commands.map((each) => each.name());
    const next = found.commands.find((each) => each.name() === word);
    if (next) found = next;
    else if (known.length === 0) help.error(`error: ${pathOf(found)} has no subcommands`);
    else {
      const topics = found === program ? [...known, SETTINGS] : known;
      const whole = found === program ? word : `${pathOf(found)} ${word}`;
      const hint = didYouMean(word, topics) || `; known are ${topics.join(", ")}`;
      help.error(`error: there is no command ${whole}${hint}`);
    }
  }
  return found;
}

/** The words that a user types after the program: `app create`. */
function pathOf(command: Command): string {
  const above = command.parent?.parent ? `${pathOf(command.parent)} ` : "";
  return above + command.name();
}
