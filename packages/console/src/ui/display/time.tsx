import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { uiTexts } from "../texts.ts";
import { absoluteTime, relativeTime } from "./format-time.ts";
import { useNow } from "./use-now.ts";

interface TimeProps {
  /** RFC 3339, as the API has it; undefined for never. */
  readonly at: string | undefined;
  /** Replaces "never". */
  readonly never?: string;
  readonly look?: "relative" | "absolute";
}

/** Shows a relative time, with the exact time on hover. */
export function Time({ at, never, look = "relative" }: TimeProps) {
  const texts = useTexts(uiTexts);
  const { language } = useLanguage();
  const now = useNow();
  if (at === undefined) return <span className="text-muted">{never ?? texts.never}</span>;
  const moment = new Date(at);
  const exact = absoluteTime(moment, language);
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap">
      {look === "absolute" ? exact : (relativeTime(moment, now, language) ?? texts.now)}
    </time>
  );
}
