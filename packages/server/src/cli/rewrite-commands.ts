import { COMMAND_NAMES } from "./command-names.ts";
import { findProgram } from "./find-program.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Rewrites the commands that a message or a help text mentions (`see licet keys list`), so that they can be typed here.
 * For texts of Licet itself; data of users is printed as it is.
 */
export function rewriteCommands(text: string, terminal: Pick<Terminal, "env" | "cwd" | "program">): string {
  const program = findProgram(terminal);
  return program === "licet" ? text : text.replace(MENTIONED, program);
}

const MENTIONED = new RegExp(`(?<![\\w./:@-])licet(?= (?:${COMMAND_NAMES.join("|")}|COMMAND)\\b)`, "g");
