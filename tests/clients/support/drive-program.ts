import type { Driven } from "../client.ts";
import { runProgram } from "./run-program.ts";

const TRIED = /^tried: (.+)$/;

/** Runs a driver in another language. It reports what worked by lines that begin with `tried:`, and fails by its status. */
export async function driveProgram(
  { scene, folder, tried }: Driven,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  let count = 0;
  const onLine = (line: string) => {
    const what = TRIED.exec(line)?.[1];
    if (what === undefined) return;
    count += 1;
    tried(what);
  };
  await runProgram(command, args, {
    folder,
    env: { ...env, CLIENT_TEST_SCENE: JSON.stringify(scene) },
    onLine,
  });
  if (count === 0) throw new Error(`${command} ended well, but tried nothing`);
}
