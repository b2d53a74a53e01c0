import type { EpochMilliseconds, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { InvalidArgumentError } from "commander";

export const writeMilliseconds = (at: EpochMilliseconds): string =>
  new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
export const writeSeconds = (at: EpochSeconds): string => writeMilliseconds(at * 1000);

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const MAX_DURATION_SECONDS = 3650 * 86_400;

/** `90s`, `30m`, `24h`, `7d` or `0`, in seconds. */
export function parseDuration(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = text === "0" ? 0 : Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN);
  if (seconds <= MAX_DURATION_SECONDS) return seconds;
  throw new InvalidArgumentError("Expected a duration such as 90s, 30m, 24h or 7d (10 years at most), or 0.");
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses a time with its zone. Without a zone, the result would depend on the machine. */
export function parseInstant(text: string): EpochSeconds {
  const milliseconds = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError("Expected a date and time with its zone, such as 2027-01-01T00:00:00Z.");
  }
  return Math.floor(milliseconds / 1000);
}
