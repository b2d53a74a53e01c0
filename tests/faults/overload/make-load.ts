import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadPlan, LoadReport } from "./load-plan.ts";

export async function makeLoad(plan: LoadPlan): Promise<LoadReport> {
  const child = startChild("load-main.ts", []);
  try {
    child.send(plan);
    const [report] = (await once(child, "message")) as [LoadReport];
    return report;
  } finally {
    await endChild(child);
  }
}

export const startChild = (file: string, args: readonly string[]): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
