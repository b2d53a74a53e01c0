import { createProgressLine } from "../format/progress-line.ts";
import type { Terminal } from "../terminal.ts";

/** Says how many bytes of a backup are done. */
export function createProgress(stderr: Terminal["stderr"]) {
  const line = createProgressLine(stderr);
  return {
    report(step: string, doneBytes: number, of?: number) {
      const done = doneBytes === 0 ? "" : ` ${formatBytes(doneBytes)}`;
      line.say(() => `${step}${done}${of === undefined ? "" : ` of ${formatBytes(of)}`} …`);
    },
    end: line.end,
  };
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}
