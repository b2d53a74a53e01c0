import type { Target, Verdict } from "./result.ts";
import type { Spread } from "./statistics.ts";

/** Numbers as people read them. */

export const whole = (value: number): string => Math.round(value).toLocaleString("en");
export const fixed = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? "–";

export const withSpread = ({ median, min, max }: Spread, show: (value: number) => string): string =>
  min === max ? show(median) : `${show(median)} (${show(min)}–${show(max)})`;

export const showValue = ({ value, unit }: Verdict): string =>
  unit === "×"
    ? `${withSpread(value, (number) => number.toFixed(2))} ×`
    : `${withSpread(value, whole)} ${unit}`;

export function showTarget(target: Target, unit: Verdict["unit"]): string {
  const [sign, limit] = "atLeast" in target ? ["≥", target.atLeast] : ["≤", target.atMost];
  return `${sign} ${unit === "×" ? limit.toFixed(2) : whole(limit)} ${unit}`;
}

/** Columns wide enough for their longest cell; the first to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
