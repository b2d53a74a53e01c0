import type { Language } from "./language.ts";

/** A text, or a function that builds one from values. */
type Text = string | ((...values: never[]) => string);
interface Texts {
  readonly [name: string]: Text | Texts;
}

/** The same shape with other texts: English defines it, the other languages must match it. */
type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<T[Name]>;
};

export type InEveryLanguage<T> = Readonly<Record<Language, T>>;

/** Defines the texts of one part of the console. A missing Chinese text does not compile. */
export const defineTexts = <T extends Texts>(texts: {
  readonly en: T;
  readonly zh: Translated<NoInfer<T>>;
}): InEveryLanguage<Translated<T>> => texts as unknown as InEveryLanguage<Translated<T>>;
