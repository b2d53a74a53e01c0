import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { basename, delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { isProgram } from "../../../scripts/testing/find-chromium.ts";
import { MissingTool } from "../client.ts";

export interface ProgramOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `type` writes to its standard input, which is closed when nobody listens to its lines. */
  readonly onLine?: (line: string, type: (text: string) => void) => void;
}

const LINES_OF_A_FAILURE = 60;
/** Above what the slowest download or build takes. */
const LIMIT_MILLISECONDS = 15 * 60_000;
/** Variables of npm and of Licet's own tests are not passed to these programs. */
const PASSED_ON = /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|JAVA_HOME|GO\w+|SSL_\w+|PIP_\w+|\w+_proxy|\w+_PROXY)$/;

/** No colours in reports, no files of Python beside its sources. */
const QUIETLY = { NO_COLOR: "1", PYTHONDONTWRITEBYTECODE: "1" };

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Runs a program to its end. What it says is shown only when it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<string> {
  const program = startProgram(command, args, options);
  const limit = setTimeout(() => void program.stop(), LIMIT_MILLISECONDS);
  const code = await program.ended.finally(() => clearTimeout(limit));
  if (code === 0) return program.output();
  throw new Error(
    `${basename(command)} ended with ${code ?? "a signal"}: ${program.reason()}\n${program.tail()}`,
  );
}

export interface Program {
  readonly output: () => string;
  /** The last lines. */
  readonly tail: () => string;
  /** The line that most likely says why it failed. */
  readonly reason: () => string;
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

export function startProgram(command: string, args: readonly string[], options: ProgramOptions): Program {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  const child = spawn(command, args, {
    cwd: options.folder,
    env: { ...Object.fromEntries(passedOn), ...QUIETLY, ...options.env },
    stdio: "pipe",
  });
  if (options.onLine === undefined) child.stdin.end();
  const type = (text: string) => void child.stdin.write(text);
  running.add(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      options.onLine?.(line, type);
    });
  const ended = once(child, "close").then(([code]) => code as number | null);
  void ended.catch(() => undefined).finally(() => running.delete(child));
  return {
    output: () => lines.join("\n"),
    reason: () =>
      (lines.findLast((line) => /^\W*[\w. ]*(error|exception)/i.test(line)) ?? lines.at(-1) ?? "").trim(),
    tail: () => lines.slice(-LINES_OF_A_FAILURE).join("\n"),
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended.catch(() => undefined);
    },
  };
}

/** The first program of this name in PATH. */
export function findProgram(name: string): string | undefined {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  return places.find(isProgram);
}

export function requireProgram(name: string, how: string): string {
  const found = findProgram(name);
  if (found === undefined) throw new MissingTool(`${name} is missing; ${how}`);
  return found;
}
