import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import type { InEveryLanguage } from "./define-texts.ts";
import { initialLanguage, type Language, storeLanguage } from "./language.ts";

interface LanguageChoice {
  readonly language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "en", choose: () => undefined });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose(next: Language) {
        storeLanguage(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export const useLanguage = (): LanguageChoice => use(LanguageContext);

/** Returns the texts of one part in the current language. */
export const useTexts = <T,>(texts: InEveryLanguage<T>): T => texts[useLanguage().language];
