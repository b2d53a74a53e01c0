import type { Terminal } from "../terminal.ts";

/** Says on stderr how far long work is: in place at a terminal, and in a line from time to time elsewhere. */
export interface Progress {
  report(step: string, doneBytes: number, of?: number): void;
  /** Removes the last message from a terminal. */
  end(): void;
}

const AT_TERMINAL_MILLISECONDS = 200;
const ELSEWHERE_MILLISECONDS = 10_000;

export function createProgress(
  stderr: Terminal["stderr"],
  now: () => number = () => performance.now(),
): Progress {
  const isTerminal = stderr.isTTY === true;
  const every = isTerminal ? AT_TERMINAL_MILLISECONDS : ELSEWHERE_MILLISECONDS;
  let saidAt = now();
  let hasLine = false;
  return {
    report(step, doneBytes, of) {
      if (now() - saidAt < every) return;
      saidAt = now();
      const done = doneBytes === 0 ? "" : ` ${formatBytes(doneBytes)}`;
      const text = `${step}${done}${of === undefined ? "" : ` of ${formatBytes(of)}`} …`;
      stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
      hasLine = isTerminal;
    },
    end() {
      if (hasLine) stderr.write("\r\u001b[K");
      hasLine = false;
    },
  };
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}
