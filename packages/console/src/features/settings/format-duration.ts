import type { Language } from "../../texts/language.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `10 minutes`, `30 days`: in the largest unit that needs no fraction. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}
