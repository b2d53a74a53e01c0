import type { Language } from "./language.ts";

/** A text of the catalogue. One in a language that the reader may not know is better than none. */
export const inLanguage = (
  description: Readonly<Record<string, string>>,
  language: Language,
): string | undefined => description[language] ?? description.en ?? Object.values(description)[0];
