import { findProgram } from "./find-program.ts";
import { hasPassword } from "./has-password.ts";
import { type SettingOptions, settingFlags } from "./options/setting-options.ts";
import { quoteForShell } from "./quote-for-shell.ts";
import type { Terminal } from "./terminal.ts";

/** Writes a command as it can be typed here: `grant user:alice clerk` with the program, quotes and settings it needs. */
export type WriteCommand = (...words: readonly string[]) => string;

/** The suggested command must open the same database, so it repeats the settings of this command line. */
export function createWriteCommand(terminal: Terminal, options: SettingOptions): WriteCommand {
  const program = findProgram(terminal);
  const settings = repeatSettings(options);
  return (...words) => [program, ...[...words, ...settings].map(quoteForShell)].join(" ");
}

function repeatSettings(options: SettingOptions): readonly string[] {
  const flags = { ...(options.config !== undefined && { config: options.config }), ...settingFlags(options) };
  return Object.entries(flags)
    .filter(([name, value]) => !(/^database_(direct_)?url$/.test(name) && hasPassword(value)))
    .flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, value]);
}
