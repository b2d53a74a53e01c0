import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { uiTexts } from "../../ui/texts.ts";
import type { ListTotal } from "./paged-rows.ts";
import { type CountedNoun, listTexts } from "./texts.ts";

interface ShownCountProps {
  readonly shown: number;
  /** There are further pages. */
  readonly hasMore: boolean;
  readonly total: ListTotal | undefined;
  readonly noun: CountedNoun | undefined;
}

/** `50 of 1,234 users`, `50 of 10,000+ users`, `3 users`. */
export function ShownCount({ shown, hasMore, total, noun }: ShownCountProps) {
  const texts = useTexts(uiTexts);
  const lists = useTexts(listTexts);
  const { language } = useLanguage();
  const write = (count: number) => count.toLocaleString(language);
  if (total === undefined || noun === undefined) return hasMore ? texts.shown(shown) : texts.allShown(shown);
  if (!hasMore) return lists.counted[noun](write(shown), shown === 1);
  const all = lists.counted[noun](`${write(total.count)}${total.isExact ? "" : "+"}`, false);
  return lists.shownOf(write(shown), all);
}
