import type { Language } from "../../texts/language.ts";

const LOCALES: Record<Language, string> = { en: "en-GB", zh: "zh-CN" };

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `3 days ago`, `in 2 hours`; undefined within one minute, which has its own text. */
export function relativeTime(at: Date, now: Date, language: Language): string | undefined {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return undefined;
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "auto" });
  return format.format(Math.trunc(seconds / unit[1]), unit[0]);
}

/** Formats a time to the second with its zone, for comparison with a log. */
export const absoluteTime = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "medium",
    timeStyle: "long",
  }).format(at);

/** Formats a time on the axis of a chart: the hour for up to two days, else the day. */
export const axisTime = (at: number, spanMilliseconds: number, language: Language): string =>
  new Intl.DateTimeFormat(
    LOCALES[language],
    spanMilliseconds <= 2 * 86_400_000
      ? { hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short" },
  ).format(at);

export const formatNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 2 }).format(value);

/** Formats a number for narrow places: `12K`, `1.2万`. */
export const shortNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { notation: "compact", maximumFractionDigits: 1 }).format(value);
