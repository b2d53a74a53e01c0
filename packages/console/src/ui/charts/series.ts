export interface Series {
  readonly name: string;
  /** The points in chronological order; `at` is in milliseconds. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
}

/** Series also differ by their dashes, for users who cannot distinguish the colours. */
const SERIES_LOOKS = [
  { stroke: "stroke-series-1", fill: "fill-series-1", dashes: undefined },
  { stroke: "stroke-series-2", fill: "fill-series-2", dashes: "6 3" },
  { stroke: "stroke-series-3", fill: "fill-series-3", dashes: "2 3" },
  { stroke: "stroke-series-4", fill: "fill-series-4", dashes: "8 3 2 3" },
  { stroke: "stroke-series-5", fill: "fill-series-5", dashes: "1 4" },
] as const;

export const seriesLook = (index: number): (typeof SERIES_LOOKS)[number] =>
  SERIES_LOOKS[index % SERIES_LOOKS.length] ?? SERIES_LOOKS[0];
