import { spawn } from "node:child_process";
import { once } from "node:events";
import { PATH } from "./programs.ts";

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** Beside PATH; nothing else of this process's own environment is passed on. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, environment }: ProgramOptions = {},
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    ...(cwd !== undefined && { cwd }),
    env: { PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text) => {
      output[name] += text;
    });
  const [code] = await once(child, "close");
  return { code, ...output };
}

/** The same, where everything but success is an error. */
export async function mustRun(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const result = await runProgram(program, args, options);
  if (result.code === 0) return result;
  const output = `${result.stdout}${result.stderr}`.trim().slice(-3_000);
  throw new Error(`${program} ${args.join(" ")} ended with ${result.code}:\n${output}`);
}
