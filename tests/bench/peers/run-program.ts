import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a command of a peer to its end and returns what it printed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await run(program, [...args], { env: { ...process.env, ...env } });
  return stdout + stderr;
}
