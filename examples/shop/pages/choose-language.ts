export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The browser's first wish that the shop speaks (RFC 9110 §12.5.4). Unreadable wishes count as not said. */
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
  return wishes.map(({ tag }) => languageOf(tag)).find((language) => language !== undefined) ?? "en";
}

/** By the primary subtag (RFC 4647 §3.4): zh-CN, zh-Hans and zh-TW are all better served by zh than by en. */
const languageOf = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]);
