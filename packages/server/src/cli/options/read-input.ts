import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describeFileError } from "../../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Terminal } from "../terminal.ts";

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Reads the file at the path; `-` means standard input. */
export async function readInput(terminal: Terminal, path: string): Promise<NamedText> {
  if (path === "-") return { name: "stdin", text: await text(terminal.stdin) };
  try {
    return { name: path, text: await readFile(resolve(terminal.cwd, path), "utf8") };
  } catch (error) {
    throw new InvalidInputError(`cannot read ${path}: ${describeFileError(error)}`, { cause: error });
  }
}
