import { formatDuration, html, type SafeHtml, textsIn } from "../../../../../server/src/for-console.ts";
import type { Language } from "../../../texts/language.ts";

/** The texts of the consent page itself, so that the preview matches it. */
export const consentTextsIn = (language: Language) => textsIn(language);
export type ConsentPageTexts = ReturnType<typeof textsIn>;

export const durationIn = (seconds: number, language: Language): string => formatDuration(seconds, language);

const PLACEHOLDER = "\u0000";

/** A sentence of the page contains the name as HTML; here React inserts it. */
export function aroundName(sentence: (name: SafeHtml) => unknown): readonly [before: string, after: string] {
  const [before = "", after = ""] = String(sentence(html`${PLACEHOLDER}`)).split(PLACEHOLDER);
  return [before, after];
}
