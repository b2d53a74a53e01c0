import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The ids of the living children of a process, from the table of processes. */
export async function listWorkers(parent: number): Promise<readonly number[]> {
  return (await listProcesses()).filter((each) => each.parent === parent).map(({ id }) => id);
}

/** Those of the processes that have not ended. */
export async function findAlive(ids: readonly number[]): Promise<readonly number[]> {
  const alive = new Set((await listProcesses()).map(({ id }) => id));
  return ids.filter((id) => alive.has(id));
}

/** Without processes that have ended and whose parent has not looked yet. */
async function listProcesses(): Promise<readonly { readonly id: number; readonly parent: number }[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,stat="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state = ""]) => !state.startsWith("Z"))
    .map(([id, parent]) => ({ id: Number(id), parent: Number(parent) }));
}

const LOOK_EVERY_MILLISECONDS = 100;

/** The milliseconds until the condition holds; undefined when it does not within this time. */
export async function millisecondsUntil(
  condition: () => Promise<boolean>,
  withinMilliseconds: number,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  while (elapsed() < withinMilliseconds) {
    if (await condition()) return elapsed();
    await sleep(LOOK_EVERY_MILLISECONDS);
  }
  return undefined;
}
