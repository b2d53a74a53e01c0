import { formatDuration, html, type SafeHtml, textsIn } from "../../../../../server/src/for-console.ts";
import type { Language } from "../../../texts/language.ts";

/** The words of the consent page itself, so that the preview cannot say anything else. */
export const consentTextsIn = (language: Language) => textsIn(language);
export type ConsentPageTexts = ReturnType<typeof textsIn>;

export const durationIn = (seconds: number, language: Language): string => formatDuration(seconds, language);

const PLACE = "\u0000";

/** A sentence of the page has its name in the middle, as HTML; here the name is put there by React. */
export function aroundName(sentence: (name: SafeHtml) => unknown): readonly [before: string, after: string] {
  const [before = "", after = ""] = String(sentence(html`${PLACE}`)).split(PLACE);
  return [before, after];
}
