import type { Command } from "commander";
import type { Services } from "../services.ts";
import type { CommandContext } from "./command-context.ts";
import { addOutputOption, type OutputOptions, print } from "./format/output.ts";
import { addSettingOptions, type SettingOptions } from "./options/setting-options.ts";
import { withServices } from "./with-services.ts";

export interface Options extends SettingOptions, OutputOptions {}

/** The result of a command: one JSON document, or lines of text. */
export interface Printed {
  readonly document: unknown;
  readonly lines: readonly string[];
  /** Messages for stderr, after the result. */
  readonly notes?: readonly string[];
}

/** What a command is given. Functions that it calls say which of them they use. */
export type CommandServices = Services;

export interface CommandDefinition<O, A extends readonly unknown[]> {
  /** In the list of the commands beside it. */
  readonly summary?: string;
  readonly description: string;
  /** Examples, or a text that has them. */
  readonly help: string | readonly string[];
  /** Adds the arguments and the options of its own. */
  readonly add?: (command: Command) => unknown;
  /** What is wrong with the command line itself. It is found before the database is opened. */
  readonly check?: (options: O, ...args: A) => string | false;
  /** Makes the arguments of `run` from the given ones before the database is opened, such as the text of a file. */
  readonly prepare?: (...args: never[]) => Promise<A>;
  /** A new installation can begin with it. */
  readonly createsDatabase?: boolean;
  readonly run: (services: Services, options: O, ...args: A) => Promise<Printed>;
}

/** Defines a command that opens the database, does one thing and prints the result. */
export function defineCommand<O extends Options, A extends readonly unknown[]>(
  command: Command,
  context: CommandContext,
  { summary, description, help, add, check, prepare, createsDatabase = false, run }: CommandDefinition<O, A>,
): void {
  if (summary !== undefined) command.summary(summary);
  command
    .description(description)
    .addHelpText("after", typeof help === "string" ? help : writeExamples(help));
  add?.(command);
  addSettingOptions(addOutputOption(command)).action(async (...given: unknown[]) => {
    // Commander gives the arguments, then the options, then the command.
    const args = given.slice(0, -2) as unknown as A;
    const options = given.at(-2) as O;
    const mistake = check?.(options, ...args);
    if (mistake) command.error(`error: ${mistake}`);
    const prepared = prepare ? await prepare(...(args as readonly unknown[] as never[])) : args;
    const work = (services: Services) => run(services, options, ...prepared);
    const { document, lines, notes = [] } = await withServices(context, options, work, { createsDatabase });
    print(context.terminal, options, document, () => lines);
    for (const note of notes) context.terminal.stderr.write(`${note}\n`);
  });
}

const writeExamples = (examples: readonly string[]): string =>
  ["", examples.length === 1 ? "Example:" : "Examples:", ...examples.map((each) => `  ${each}`)].join("\n");
