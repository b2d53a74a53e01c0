export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT_UNDER = "licet-console-language";

/** Returns the language that the user chose before, or the browser's preference. */
export function initialLanguage(): Language {
  const kept = localStorage.getItem(KEPT_UNDER);
  const wished = [kept, ...navigator.languages].map((tag) => tag?.split("-")[0]);
  return wished.map((tag) => LANGUAGES.find((language) => language === tag)).find((found) => found) ?? "en";
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEPT_UNDER, language);
