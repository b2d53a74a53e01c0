import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { findLeftBehind, type ProcessState, readProcessState } from "./left-behind.ts";
import type { FileResult } from "./messages.ts";

let begun: { readonly state: ProcessState; readonly cpuMilliseconds: number } | undefined;

/** Errors that nobody handled while the file ran: node:test reports them when the process ends, or not at all. */
let unhandled: string[] = [];
const keepUnhandled = (error: unknown): void => void unhandled.push(`an unhandled error: ${inspect(error)}`);
process.on("uncaughtException", keepUnhandled);
process.on("unhandledRejection", keepUnhandled);

/** Called when a file is about to be loaded. */
export function beginFile(): void {
  unhandled = [];
  begun = { state: readProcessState(), cpuMilliseconds: readCpuMilliseconds() };
}

/** Called when its last test has ended. */
export async function endFile(): Promise<Pick<FileResult, "cpuMilliseconds" | "leftBehind">> {
  if (begun === undefined) return { cpuMilliseconds: 0, leftBehind: [] };
  const cpuMilliseconds = readCpuMilliseconds() - begun.cpuMilliseconds;
  const leftBehind = await findLeftBehind(begun.state);
  return { cpuMilliseconds, leftBehind: [...unhandled, ...leftBehind] };
}

/** The kernel counts in hundredths of a second (proc(5)). */
const MILLISECONDS_PER_TICK = 10;

/** The processor time of this process and, on Linux, of the processes that it has started and that have ended. */
function readCpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + readTicksOfChildren() * MILLISECONDS_PER_TICK;
}

function readTicksOfChildren(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name of the program may contain spaces; after it come state, ppid, …, cutime (14th), cstime (15th).
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15);
  return Number(user) + Number(system);
}
