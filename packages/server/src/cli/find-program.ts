import { basename, delimiter, join, relative, resolve } from "node:path";
import { quoteForShell } from "./quote-for-shell.ts";
import type { Terminal } from "./terminal.ts";

/** In a checkout, npm runs its scripts in this folder, and this file is the script. */
const CHECKOUT = { script: join("packages", "server", "bin", "licet.mjs"), program: "npm run -s licet --" };
const NAME = "licet";

/** Finds the words that start this program again, so that a suggested command can be typed as it is printed. */
export function findProgram({ env, cwd, program }: Pick<Terminal, "env" | "cwd" | "program">): string {
  if (!program || isLink(program.script)) return env.npm_command === "exec" ? `npx ${NAME}` : NAME;
  const script = shorten(program.script, cwd);
  if (script === CHECKOUT.script) return CHECKOUT.program;
  const node = isInPath(program.node, env.PATH) ? basename(program.node) : shorten(program.node, cwd);
  return [node, script].map(quoteForShell).join(" ");
}

/**
 * The same for the pages of the server, which anybody may read: without the folder that this program is in, so the
 * name alone where the program is started by its path.
 */
export function findPublicProgram(terminal: Pick<Terminal, "env" | "cwd" | "program">): string {
  const program = findProgram(terminal);
  return [`npx ${NAME}`, CHECKOUT.program].includes(program) ? program : NAME;
}

/** An installed package is started through a link without the extension. */
const isLink = (script: string): boolean => basename(script) === NAME;

const isInPath = (file: string, path = ""): boolean =>
  path.split(delimiter).some((folder) => folder !== "" && resolve(join(folder, basename(file))) === file);

function shorten(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith("..") ? path : short;
}
