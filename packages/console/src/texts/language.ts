export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = "licet-console-language";

/** Returns the language that the user chose before, or the browser's preference. */
export function initialLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  const preferred = [stored, ...navigator.languages].map((tag) => tag?.split("-")[0]);
  return (
    preferred.map((tag) => LANGUAGES.find((language) => language === tag)).find((found) => found) ?? "en"
  );
}

export const storeLanguage = (language: Language): void => localStorage.setItem(STORAGE_KEY, language);
