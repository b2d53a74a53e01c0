import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestDatabase } from "./databases.ts";
import { MAIN } from "./spawn-licet.ts";
import { TEST_SECRET } from "./start-licet.ts";

export interface CommandResult {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCommand {
  readonly child: ChildProcess;
  readonly result: Promise<CommandResult>;
}

/** `licet …` as a process of its own, on a database on which a server may run. */
export function startCommand(
  { url }: Pick<TestDatabase, "url">,
  argv: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): StartedCommand {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    env: { PATH: process.env.PATH, LICET_DATABASE_URL: url, LICET_SECRET: TEST_SECRET, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      output[name] += chunk;
    });
  return { child, result: once(child, "close").then(([code]) => ({ code, ...output })) };
}

export const runCommandProcess = (...command: Parameters<typeof startCommand>): Promise<CommandResult> =>
  startCommand(...command).result;
