import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "./root.ts";
import { type Counts, oneFailed, onePassed } from "./stage.ts";

/** Runs a program of node_modules/.bin. Its output is shown when it has ended: tests print theirs at the same time. */
export async function runCommand(program: string, ...args: string[]): Promise<Counts> {
  const child = spawn(join(root, "node_modules/.bin", program), args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return onePassed;
  const failure = [`${[program, ...args].join(" ")} ended with ${code ?? "a signal"}`, stdout, stderr];
  console.log(failure.join("\n"));
  return { ...oneFailed(), failures: [failure.join("\n")] };
}
