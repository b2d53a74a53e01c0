import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { classNames } from "../class-names.ts";
import { formatNumber } from "../display/format-time.ts";
import type { Place } from "../place.ts";
import { PlaceLink } from "../place-link.tsx";
import { uiTexts } from "../texts.ts";
import { ChartFrame } from "./chart-frame.tsx";

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly tone?: "normal" | "bad";
  /** What the bar counts; the whole bar is the link. */
  readonly place?: Place | undefined;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly unit?: string;
}

/** Compares amounts; the bars are horizontal, because names are long. */
export function BarChart({ label, bars, unit = "" }: BarChartProps) {
  const texts = useTexts(uiTexts);
  const { language } = useLanguage();
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const format = (value: number) => `${formatNumber(value, language)}${unit}`;
  return (
    <ChartFrame
      label={label}
      table={{
        head: [texts.chartName, texts.chartValue],
        rows: bars.map(({ name, value }) => [name, format(value)]),
      }}
    >
      {bars.length === 0 && <p className="py-6 text-center text-muted">{texts.noData}</p>}
      <ul className="grid grid-cols-[fit-content(60%)_minmax(4rem,1fr)_auto] gap-x-3 gap-y-1.5">
        {bars.map(({ name, value, tone = "normal", place }) => (
          <li
            key={name}
            className={classNames(
              "relative col-span-3 grid grid-cols-subgrid items-center rounded-small text-sm",
              place && "hover:bg-hover",
            )}
          >
            <span className="min-w-24">
              {place ? (
                <PlaceLink place={place} className="text-link after:absolute after:inset-0">
                  {name}
                </PlaceLink>
              ) : (
                name
              )}
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="h-2.5 w-full" aria-hidden="true">
              <rect width="100" height="10" className="fill-hover" />
              <rect
                width={(value / highest) * 100}
                height="10"
                className={tone === "bad" ? "fill-problem" : "fill-series-1"}
              />
            </svg>
            <span className="text-end tabular-nums">{format(value)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
