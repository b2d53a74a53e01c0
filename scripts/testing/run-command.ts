import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./root.ts";
import { type Counts, oneFailed, onePassed } from "./stage.ts";

/** Runs a program of node_modules/.bin and streams its output. */
export async function runCommand(program: string, ...args: string[]): Promise<Counts> {
  const child = spawn(join(root, "node_modules/.bin", program), args, { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code === 0 ? onePassed : oneFailed(`${program} ended with ${code ?? "a signal"}`);
}
