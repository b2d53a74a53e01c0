import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Language } from "../choose-language.ts";
import { html, type SafeHtml } from "../html.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "10 minutes", in the largest unit that is not left with a fraction of its first; rounded up, never to nothing. */
export function formatDuration(seconds: number, language: Language): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const [unit, length] = UNITS.find(
    ([, length]) => whole >= length && (whole % length === 0 || whole >= 2 * length),
  ) ?? ["second", 1];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    Math.ceil(whole / length),
  );
}

/** Times within a minute are not counted, and Intl's "now" does not fit into a sentence. */
const JUST_NOW: Readonly<Record<Language, string>> = { en: "just now", zh: "刚刚" };

/** How long ago: right in every time zone, and the server does not know the reader's. The exact time is in the title. */
export function renderTimeAgo(at: EpochSeconds, now: EpochSeconds, language: Language): SafeHtml {
  const ago = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, length]) => ago >= length) ?? ["second", 1];
  const words =
    unit === "second"
      ? JUST_NOW[language]
      : new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(ago / length), unit);
  const iso = new Date(at * 1000).toISOString();
  const exact = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  return html`<time datetime="${iso}" title="${exact}">${words}</time>`;
}
