import { readdirSync, readFileSync } from "node:fs";

/** The kernel's data about a process and all processes that it started. */
export interface ProcessUsage {
  /**
   * Processor time used so far: all threads of the process and of its descendants, those that have ended included.
   */
  readonly cpuSeconds: number;
  /** The process itself and every living descendant. */
  readonly processes: readonly ProcessMemory[];
}

export interface ProcessMemory {
  readonly pid: number;
  readonly residentMegabytes: number;
  /** The most that it has had so far. */
  readonly peakMegabytes: number;
}

/** USER_HZ: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  readonly pid: number;
  readonly parentPid: number;
  readonly ticks: number;
}

/** Throws if the process does not run, or where there is no /proc (macOS, Windows). */
export function readProcessUsage(pid: number): ProcessUsage {
  const tree = readTree(pid);
  return {
    cpuSeconds: tree.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    processes: tree.map((process) => readMemory(process.pid)),
  };
}

export function findParentPid(pid: number): number {
  return getStat(pid).parentPid;
}

/** By the parents' ids, because not every kernel lists the children of a process. */
function readTree(pid: number): ProcessStat[] {
  const everyProcess = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findStat(Number(name)))
    .filter((stat) => stat !== undefined);
  const tree = [getStat(pid)];
  // The array grows while it is read: the children of a child come as well.
  for (const parent of tree) tree.push(...everyProcess.filter(({ parentPid }) => parentPid === parent.pid));
  return tree;
}

function getStat(pid: number): ProcessStat {
  const stat = findStat(pid);
  if (stat === undefined) throw new Error(`/proc has no process ${pid}`);
  return stat;
}

/** Returns undefined if the process has ended. */
function findStat(pid: number): ProcessStat | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the name in parentheses and may contain spaces, so fields are counted from the third on.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [parentPid, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map(
    (index) => fields[index] as number,
  ) as [number, number, number, number, number];
  // The last two are the times of children that have ended and of all that they had waited for.
  return { pid, parentPid, ticks: user + system + endedUser + endedSystem };
}

function readMemory(pid: number): ProcessMemory {
  const status = readProc(`/proc/${pid}/status`) ?? "";
  const readMegabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1024;
  return { pid, residentMegabytes: readMegabytes("VmRSS"), peakMegabytes: readMegabytes("VmHWM") };
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
