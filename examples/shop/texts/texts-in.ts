import type { Language } from "../pages/choose-language.ts";
import { ENGLISH } from "./en.ts";
import type { Texts } from "./texts.ts";
import { CHINESE } from "./zh.ts";

const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, zh: CHINESE };

export const textsIn = (language: Language): Texts => TEXTS[language];
