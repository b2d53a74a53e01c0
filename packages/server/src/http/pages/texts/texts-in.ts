import type { Language } from "../choose-language.ts";
import { en } from "./en.ts";
import type { Texts } from "./texts.ts";
import { zh } from "./zh.ts";

const TEXTS: Readonly<Record<Language, Texts>> = { en, zh };

export const textsIn = (language: Language): Texts => TEXTS[language];
