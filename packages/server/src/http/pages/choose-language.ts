export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * What the user has chosen on a page first, then the application's wish (OpenID Connect Core §3.1.2.1, `ui_locales`),
 * then the browser's (RFC 9110 §12.5.4).
 */
export function chooseLanguage(wishes: {
  readonly chosen?: Language | undefined;
  readonly uiLocales?: readonly string[];
  readonly acceptLanguage?: string | undefined;
}): Language {
  if (wishes.chosen !== undefined) return wishes.chosen;
  const tags = [...(wishes.uiLocales ?? []), ...byQuality(wishes.acceptLanguage ?? "")];
  return tags.map(findLanguage).find((language) => language !== undefined) ?? "en";
}

/** By the primary subtag (RFC 4647 §3.4): zh-CN, zh-Hans and zh-TW are all better served by zh than by en. */
const findLanguage = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]);

/** Malformed ranges are ignored. */
function byQuality(header: string): readonly string[] {
  return header
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
