import type { Language } from "./language.ts";

/** A text, or what makes one from the values it names. */
type Text = string | ((...values: never[]) => string);
interface Texts {
  readonly [name: string]: Text | Texts;
}

/** The same shape with any words: one language sets it, the others must fill it. */
type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<T[Name]>;
};

export type InEveryLanguage<T> = Readonly<Record<Language, T>>;

/** The words of one part of the console. One that is missing in Chinese does not compile. */
export const defineTexts = <T extends Texts>(texts: {
  readonly en: T;
  readonly zh: Translated<NoInfer<T>>;
}): InEveryLanguage<Translated<T>> => texts as unknown as InEveryLanguage<Translated<T>>;
