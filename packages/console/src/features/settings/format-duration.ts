import type { Language } from "../../texts/language.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `10 minutes`, `30 days`, `5 minutes, 30 seconds`. */
export function formatDuration(seconds: number, language: Language): string {
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  let rest = seconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && !(unit === "second" && seconds < 1)) return [];
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  });
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(parts);
}
