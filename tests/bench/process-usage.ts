import { readFileSync } from "node:fs";

/** The kernel's data about a process. */
export interface ProcessUsage {
  /** Processor time used so far, all threads together. */
  readonly cpuSeconds: number;
  readonly residentMegabytes: number;
}

/** USER_HZ: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Returns undefined where there is no /proc (macOS, Windows). */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  try {
    // The second field is the name in parentheses and may contain spaces; user and system time are fields 14 and 15.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
      residentMegabytes: Number(resident?.[1]) / 1024,
    };
  } catch {
    return undefined;
  }
}
