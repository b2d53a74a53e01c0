import { type Command, Option } from "commander";
import { randomText } from "../../core/values/ids.ts";
import type { Terminal } from "../terminal.ts";
import { readInput } from "./read-input.ts";

export interface PasswordOptions {
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export interface ChosenPassword {
  readonly password: string;
  /** Licet generated the password, so the command prints it once. */
  readonly generated: boolean;
}

/** No flag takes a password, because every user of the machine can read a command line. */
export const addPasswordStdinOption = (command: Command): Command =>
  command.option("--password-stdin", "read the password from standard input");

export const addPasswordOptions = (command: Command): Command =>
  addPasswordStdinOption(command).addOption(
    new Option("--generate-password", "generate a password and print it once").conflicts("passwordStdin"),
  );

/** 20 characters from an alphabet of 33 give 100 bits, and a user can still type them. */
const GENERATED_LENGTH = 20;

export const generatePassword = (): ChosenPassword => ({
  password: randomText(GENERATED_LENGTH),
  generated: true,
});

export async function readPassword(
  terminal: Terminal,
  options: PasswordOptions,
): Promise<ChosenPassword | undefined> {
  if (options.generatePassword) return generatePassword();
  if (!options.passwordStdin) return undefined;
  const { text } = await readInput(terminal, "-");
  // The terminal adds the line end. Spaces may be part of the password.
  return { password: text.replace(/\r?\n$/, ""), generated: false };
}

export const PASSWORD_SHOWN_ONCE = "Keep the password now: it is not stored, and not shown again.";
