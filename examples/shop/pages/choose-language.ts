export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Chooses the preferred language that the shop supports (RFC 9110 §12.5.4). It ignores invalid entries. */
export function chooseLanguage(acceptLanguage: string | null): Language {
  const wishes = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .sort((one, other) => other.quality - one.quality);
  return wishes.map(({ tag }) => findLanguage(tag)).find((language) => language !== undefined) ?? "en";
}

/** Matches the primary subtag (RFC 4647 §3.4): for zh-CN, zh-Hans and zh-TW, zh is better than en. */
const findLanguage = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]);
