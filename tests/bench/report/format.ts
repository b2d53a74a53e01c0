import type { Target, Verdict } from "./result.ts";
import type { Spread } from "./statistics.ts";

/** Formats numbers for the report and the picture. */

export const formatWhole = (value: number): string => Math.round(value).toLocaleString("en");
export const formatFixed = (value: number | undefined, digits: number): string =>
  value?.toFixed(digits) ?? "–";

/** Microseconds of processor time: fractions matter only when there are few. */
export const formatCost = (microseconds: number): string =>
  microseconds < 20 ? microseconds.toFixed(1) : formatWhole(microseconds);

export const formatSpread = ({ median, min, max }: Spread, show: (value: number) => string): string =>
  min === max ? show(median) : `${show(median)} (${show(min)}–${show(max)})`;

/** Ratios and single microseconds: their fractions matter. */
const isFine = (unit: Verdict["unit"]): boolean => unit === "×" || unit === "µs";

export const formatValue = ({ value, unit }: Verdict): string =>
  isFine(unit)
    ? `${formatSpread(value, (number) => number.toFixed(2))} ${unit}`
    : `${formatSpread(value, formatWhole)} ${unit}`;

export function formatTarget(target: Target, unit: Verdict["unit"]): string {
  const [sign, limit] = "atLeast" in target ? ["≥", target.atLeast] : ["≤", target.atMost];
  return `${sign} ${isFine(unit) ? limit.toFixed(2) : formatWhole(limit)} ${unit}`;
}

/** Columns are as wide as their longest cell. The first is aligned to the left, the others to the right. */
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
