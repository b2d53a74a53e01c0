import { useLanguage, useTexts } from "../../../texts/use-texts.tsx";
import { Copyable } from "../../../ui/button/copyable.tsx";
import { absoluteTime, relativeTime } from "../../../ui/display/format-time.ts";
import { useNow } from "../../../ui/display/use-now.ts";
import { momentsOf, type Phase, phasesOf, type SigningKey, snapToNow } from "./signing-key.ts";
import { keysTexts } from "./texts.ts";

const LOOKS: Record<Phase, string> = {
  next: "border-notice-line bg-notice-tint text-notice",
  current: "border-transparent bg-accent text-on-accent",
  retired: "border-line bg-hover text-muted",
};

/** The room of a phase's name, and of a time below it. */
const COLUMN_REM = 7;

interface KeyTimelineProps {
  /** The keys of one algorithm. */
  readonly keys: readonly SigningKey[];
  readonly label: string;
}

/**
 * Shows the life cycle of each key, one below the other. The timeline is not to scale: a key is announced for minutes
 * and signs for months, so every interval has the same width, and the times are written below.
 */
export function KeyTimeline({ keys, label }: KeyTimelineProps) {
  const texts = useTexts(keysTexts);
  const { language } = useLanguage();
  const present = useNow();
  const now = present.getTime();
  const moments = momentsOf(keys, now);
  // One more column follows the last moment, for phases without a known end.
  const columns = moments.length;
  const placeOf = (moment: number | undefined) =>
    moment === undefined ? columns + 1 : moments.indexOf(snapToNow(moment, now)) + 1;
  const hasWidth = ({ from, to }: { readonly from: number; readonly to: number | undefined }) =>
    placeOf(from) < placeOf(to);
  const grid = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
  return (
    <figure aria-label={label} className="scroll-hint overflow-x-auto">
      <div style={{ minWidth: `${columns * COLUMN_REM}rem` }}>
        {keys.map((key) => (
          <div key={key.kid} className="mb-3">
            <div className="mb-1 text-sm text-muted">
              <Copyable text={key.kid} />
            </div>
            <ul className="grid gap-y-1" style={grid}>
              {phasesOf(key)
                .filter(hasWidth)
                .map(({ phase, from, to }) => (
                  <li
                    key={phase}
                    style={{ gridColumn: `${placeOf(from)} / ${placeOf(to)}` }}
                    className={`mx-px flex h-9 items-center overflow-hidden rounded-small border px-2.5 text-sm font-medium whitespace-nowrap ${LOOKS[phase]} ${to === undefined ? "rounded-e-none! border-e-0!" : ""}`}
                    title={`${texts.phases[phase]}: ${absoluteTime(new Date(from), language)} – ${to === undefined ? texts.untilReplaced : absoluteTime(new Date(to), language)}`}
                  >
                    <span className="truncate">{texts.phases[phase]}</span>
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <ol className="grid border-t text-xs text-muted" style={grid}>
          {moments.map((moment) => (
            <li
              key={moment}
              className="relative pt-2.5 pe-1 before:absolute before:start-0 before:top-0 before:h-1.5 before:border-s before:border-edge"
            >
              {moment === now ? (
                <span className="rounded-full bg-ink px-2 py-0.5 font-semibold text-page">{texts.now}</span>
              ) : (
                <time
                  dateTime={new Date(moment).toISOString()}
                  title={absoluteTime(new Date(moment), language)}
                >
                  {relativeTime(new Date(moment), present, language)}
                </time>
              )}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}
