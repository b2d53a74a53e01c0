import { type PointerEvent, useState } from "react";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { absoluteTime, axisTime, formatNumber, shortNumber } from "../display/format-time.ts";
import { uiTexts } from "../texts.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { roundSteps, scale } from "./scale.ts";
import { type Series, seriesLook } from "./series.ts";
import { useWidth } from "./use-width.ts";

interface LineChartProps {
  readonly label: string;
  readonly series: readonly Series[];
  /** The unit after a value: `ms`, `/s`. */
  readonly unit?: string;
  /** The last interval is incomplete, so its lower count is not a drop. */
  readonly running?: boolean;
}

/** Until the chart is measured. */
const USUAL_WIDTH = 640;
const HEIGHT = 200;
const LEFT = 44;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 24;
/** The room of a time on the axis. */
const TICK_WIDTH = 76;

/** Shows values over time. All series share their times. */
export function LineChart({ label, series, unit = "", running = false }: LineChartProps) {
  const texts = useTexts(uiTexts);
  const { language } = useLanguage();
  const [width, measured] = useWidth(USUAL_WIDTH);
  const [pointedAt, setPointedAt] = useState<number | undefined>(undefined);

  const times = series[0]?.points.map(({ at }) => at) ?? [];
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const steps = roundSteps(
    Math.max(0, ...series.flatMap(({ points }) => points.map(({ value }) => value))),
    4,
  );
  const x = scale([first, last], [LEFT, width - RIGHT]);
  const y = scale([0, steps.at(-1) ?? 1], [HEIGHT - BOTTOM, TOP]);
  const format = (value: number | undefined) =>
    value === undefined ? "" : `${formatNumber(value, language)}${unit}`;

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    setPointedAt(findNearest(times.map(x), at));
  };
  const pointedTime = pointedAt === undefined ? undefined : times[pointedAt];
  const isRunning = running && times.length > 1;
  const finished = (points: Points) => (isRunning ? points.slice(0, -1) : points);

  return (
    <ChartFrame
      label={label}
      legend={
        series.length > 1 || pointedTime !== undefined || isRunning ? (
          <>
            {(series.length > 1 || pointedTime !== undefined ? series : []).map(({ name, points }, index) => (
              <span key={name} className="inline-flex items-center gap-1.5">
                <Key index={index} />
                {name}
                {pointedAt !== undefined && (
                  <b className="text-ink tabular-nums">{format(points[pointedAt]?.value)}</b>
                )}
              </span>
            ))}
            {pointedTime !== undefined && <span>{absoluteTime(new Date(pointedTime), language)}</span>}
            {isRunning && (pointedAt === undefined || pointedAt === times.length - 1) && (
              <span className="inline-flex items-center gap-1.5">
                <RunningKey />
                {texts.stillCounting}
              </span>
            )}
          </>
        ) : undefined
      }
      table={{
        head: [texts.chartTime, ...series.map(({ name }) => name)],
        rows: times.map((at, index) => [
          isRunning && at === last
            ? `${absoluteTime(new Date(at), language)} · ${texts.stillCounting}`
            : absoluteTime(new Date(at), language),
          ...series.map(({ points }) => format(points[index]?.value)),
        ]),
      }}
    >
      <svg
        ref={measured}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        className="block w-full touch-pan-y"
        role="img"
        aria-label={`${label}: ${series.map(({ name, points }) => `${name} ${format(points.at(-1)?.value)}`).join(", ")}`}
        onPointerMove={point}
        onPointerLeave={() => setPointedAt(undefined)}
      >
        {(times.length === 0 ? [0] : steps).map((step) => (
          <g key={step}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(step)} y2={y(step)} className="stroke-line" />
            <text x={LEFT - 6} y={y(step) + 4} textAnchor="end" className="fill-muted text-xs">
              {shortNumber(step, language)}
              {unit}
            </text>
          </g>
        ))}
        {times.length > 1 &&
          chooseTicks(times, Math.floor((width - LEFT - RIGHT) / TICK_WIDTH)).map((at) => (
            <text
              key={at}
              x={x(at)}
              y={HEIGHT - 7}
              textAnchor={at === first ? "start" : at === last ? "end" : "middle"}
              className="fill-muted text-xs"
            >
              {axisTime(at, last - first, language)}
            </text>
          ))}
        {series.length === 1 && times.length > 1 && (
          <path d={areaPath(finished(series[0]?.points ?? []), x, y)} className="fill-series-1 opacity-10" />
        )}
        {series.map(({ name, points }, index) => (
          <path
            key={name}
            d={linePath(finished(points), x, y)}
            className={`fill-none ${seriesLook(index).stroke}`}
            strokeWidth="2"
            strokeDasharray={seriesLook(index).dashes}
            strokeLinejoin="round"
          />
        ))}
        {isRunning &&
          series.map(({ name, points }, index) => (
            <Running key={name} points={points.slice(-2)} index={index} x={x} y={y} />
          ))}
        {pointedTime !== undefined && (
          <line
            x1={x(pointedTime)}
            x2={x(pointedTime)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
            className="stroke-edge"
          />
        )}
        {pointedAt !== undefined &&
          series.map(({ name, points }, index) => {
            const at = points[pointedAt];
            return (
              at && (
                <circle key={name} cx={x(at.at)} cy={y(at.value)} r="4" className={seriesLook(index).fill} />
              )
            );
          })}
        {times.length === 0 && (
          <text x={width / 2} y={HEIGHT / 2} textAnchor="middle" className="fill-muted text-sm">
            {texts.noData}
          </text>
        )}
      </svg>
    </ChartFrame>
  );
}

const Key = ({ index }: { readonly index: number }) => (
  <svg viewBox="0 0 18 4" className="h-1 w-4.5" aria-hidden="true">
    <line
      x1="0"
      x2="18"
      y1="2"
      y2="2"
      strokeWidth="3"
      strokeDasharray={seriesLook(index).dashes}
      className={seriesLook(index).stroke}
    />
  </svg>
);

interface RunningProps {
  /** The last complete point, and the count of the incomplete interval. */
  readonly points: Points;
  readonly index: number;
  readonly x: Scale;
  readonly y: Scale;
}

/** The incomplete interval is faint with a ring at its end: its count may still rise. */
function Running({ points, index, x, y }: RunningProps) {
  const end = points.at(-1);
  return (
    <>
      <path
        d={linePath(points, x, y)}
        className={`fill-none opacity-35 ${seriesLook(index).stroke}`}
        strokeWidth="1"
      />
      {end && (
        <circle
          cx={x(end.at)}
          cy={y(end.value)}
          r="3"
          strokeWidth="1.5"
          className={`fill-surface ${seriesLook(index).stroke}`}
        />
      )}
    </>
  );
}

const RunningKey = () => (
  <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
    <circle cx="5" cy="5" r="3.5" strokeWidth="1.5" className="fill-surface stroke-muted" />
  </svg>
);

/** Evenly spaced times of the line, about five where there is room, and the last one. */
function chooseTicks(times: readonly number[], room: number): readonly number[] {
  const step = Math.ceil((times.length - 1) / Math.max(1, Math.min(4, room - 1)));
  const isTick = (index: number) => index % step === 0 && index + step / 2 < times.length;
  return times.filter((_, index) => isTick(index) || index === times.length - 1);
}

type Points = Series["points"];
type Scale = (value: number) => number;

const linePath = (points: Points, x: Scale, y: Scale): string =>
  points
    .map(({ at, value }, index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join("");

const areaPath = (points: Points, x: Scale, y: Scale): string =>
  `${linePath(points, x, y)}L${x(points.at(-1)?.at ?? 0)} ${y(0)}L${x(points[0]?.at ?? 0)} ${y(0)}Z`;

function findNearest(places: readonly number[], at: number): number | undefined {
  let best: number | undefined;
  for (const [index, place] of places.entries())
    if (best === undefined || Math.abs(place - at) < Math.abs((places[best] ?? 0) - at)) best = index;
  return best;
}
