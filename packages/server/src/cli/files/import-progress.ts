import type { Terminal } from "../terminal.ts";

/** Says on stderr how far an import is: in place at a terminal, and in a line from time to time elsewhere. */
export interface ImportProgressBar {
  report(linesStored: number, bytesRead: number): void;
  /** Removes the last message from a terminal. */
  end(): void;
}

const AT_TERMINAL_MILLISECONDS = 200;
const ELSEWHERE_MILLISECONDS = 10_000;
const BAR_CHARACTERS = 20;

/** `totalBytes` is unknown for standard input: then there is neither a bar nor a time. */
export function createImportProgress(
  stderr: Terminal["stderr"],
  { totalBytes, fromLine }: { readonly totalBytes: number | undefined; readonly fromLine: number },
  now: () => number = () => performance.now(),
): ImportProgressBar {
  const isTerminal = stderr.isTTY === true;
  const every = isTerminal ? AT_TERMINAL_MILLISECONDS : ELSEWHERE_MILLISECONDS;
  const beganAt = now();
  let saidAt = beganAt;
  let hasLine = false;
  return {
    report(linesStored, bytesRead) {
      if (now() - saidAt < every) return;
      saidAt = now();
      const seconds = (saidAt - beganAt) / 1_000;
      const rate = Math.round((linesStored - fromLine + 1) / seconds);
      const share = totalBytes === undefined ? undefined : Math.min(bytesRead / totalBytes, 1);
      const text = [
        ...(share === undefined ? [] : [isTerminal ? formatBar(share) : `${Math.floor(share * 100)} %`]),
        `${formatNumber(linesStored)} lines`,
        `${formatNumber(rate)} lines/s`,
        ...(share === undefined || share === 0
          ? []
          : [`${formatSeconds((seconds / share) * (1 - share))} left`]),
      ].join("  ");
      stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
      hasLine = isTerminal;
    },
    end() {
      if (hasLine) stderr.write("\r\u001b[K");
      hasLine = false;
    },
  };
}

function formatBar(share: number): string {
  const filled = Math.floor(share * BAR_CHARACTERS);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  return `[${"#".repeat(filled)}${"-".repeat(BAR_CHARACTERS - filled)}] ${percent}`;
}

export const formatNumber = (value: number): string => value.toLocaleString("en-US");

function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
