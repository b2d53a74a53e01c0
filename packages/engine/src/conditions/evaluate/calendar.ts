/**
 * The parts of a time in a zone, computed without the zone of the host. CEL counts months, days of the month (except
 * `getDate`), of the week and of the year from 0.
 */
import { memoize } from "../../values/bounded-cache.ts";
import type { CALENDAR_METHODS } from "./standard-library.ts";

const DAY = 86_400_000;
const QUARTER = 900_000;

/** Each part, read from a date whose UTC fields are the wall clock of the wanted zone. */
export const CALENDAR: Readonly<Record<(typeof CALENDAR_METHODS)[number], (wallClock: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / DAY),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

/** Throws when the zone does not exist. */
export function wallClockIn(zone: string, time: Date): Date {
  return zone === "UTC" ? time : findZone(zone)(time);
}

export function isTimeZone(zone: string): boolean {
  try {
    wallClockIn(zone, new Date(0));
    return true;
  } catch {
    return false;
  }
}

type WallClock = (time: Date) => Date;

/** Creating a formatter costs a hundred times as much as using it. There are about 600 zones. */
const findZone = memoize(1_000, (zone: string): WallClock => fixedOffset(zone) ?? namedZone(zone));

function fixedOffset(zone: string): WallClock | undefined {
  const [, sign, hours, minutes] = /^([+-]?)([01]\d|2[0-3]):([0-5]\d)$/.exec(zone) ?? [];
  if (hours === undefined) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  return (time) => new Date(time.getTime() + offset);
}

/**
 * Since 1973 clocks change only at full quarters of an hour, so the offset to UTC is constant within a quarter. Most
 * conditions ask about the present and find the offset cached.
 */
const QUARTERS_SINCE = Date.UTC(1973, 0) / QUARTER;

function namedZone(zone: string): WallClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  let known = { quarter: Number.NaN, offset: 0 };
  return (time) => {
    const quarter = Math.floor(time.getTime() / QUARTER);
    if (quarter !== known.quarter || quarter < QUARTERS_SINCE) {
      const wallClock = readParts(format.formatToParts(time), time.getUTCMilliseconds());
      known = { quarter, offset: wallClock.getTime() - time.getTime() };
    }
    return new Date(time.getTime() + known.offset);
  };
}

function readParts(parts: readonly Intl.DateTimeFormatPart[], milliseconds: number): Date {
  const text = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? "";
  const year = text("era") === "BC" ? 1 - Number(text("year")) : Number(text("year"));
  const date = new Date(0);
  date.setUTCFullYear(year, Number(text("month")) - 1, Number(text("day")));
  date.setUTCHours(Number(text("hour")), Number(text("minute")), Number(text("second")), milliseconds);
  return date;
}
