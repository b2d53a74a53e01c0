import { createProgressLine } from "../format/progress-line.ts";
import type { Terminal } from "../terminal.ts";

const BAR_CHARACTERS = 20;

/** `totalBytes` is unknown for standard input: then there is neither a bar nor a time. */
export function createImportProgress(
  stderr: Terminal["stderr"],
  { totalBytes, fromLine }: { readonly totalBytes: number | undefined; readonly fromLine: number },
) {
  const beganAt = performance.now();
  const { isTerminal, say, end } = createProgressLine(stderr);
  return {
    report: (linesStored: number, bytesRead: number) =>
      say(() => {
        const seconds = (performance.now() - beganAt) / 1_000;
        const rate = Math.round((linesStored - fromLine + 1) / seconds);
        const share = totalBytes === undefined ? undefined : Math.min(bytesRead / totalBytes, 1);
        return [
          ...(share === undefined ? [] : [isTerminal ? formatBar(share) : `${Math.floor(share * 100)} %`]),
          `${formatNumber(linesStored)} lines`,
          `${formatNumber(rate)} lines/s`,
          ...(share === undefined || share === 0
            ? []
            : [`${formatSeconds((seconds / share) * (1 - share))} left`]),
        ].join("  ");
      }),
    end,
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
