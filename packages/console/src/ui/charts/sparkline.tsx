import { scale } from "./scale.ts";

interface SparklineProps {
  /** Describes the values and their trend in words. */
  readonly label: string;
  readonly values: readonly number[];
  /** The last value is incomplete: it is drawn faintly, so that it does not look like a drop. */
  readonly running?: boolean;
}

/** A small trend line beside a number. */
export function Sparkline({ label, values, running = false }: SparklineProps) {
  const x = scale([0, Math.max(1, values.length - 1)], [1, 99]);
  const y = scale([Math.min(0, ...values), Math.max(1, ...values)], [22, 2]);
  const path = values.map(
    (value, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  return (
    <svg viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-24" role="img" aria-label={label}>
      <path
        d={(running ? path.slice(0, -1) : path).join("")}
        className="fill-none stroke-series-1"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {running && (
        <path
          d={path.slice(-2).join("").replace(/^L/, "M")}
          className="fill-none stroke-series-1 opacity-35"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
