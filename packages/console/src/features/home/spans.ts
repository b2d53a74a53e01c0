const MINUTE_MILLISECONDS = 60_000;

/** The ranges of the charts: their length, the size of an interval, and the refresh interval. */
export const SPANS = {
  "1h": {
    bucket: "minute",
    count: 60,
    intervalMilliseconds: MINUTE_MILLISECONDS,
    readEveryMilliseconds: 15_000,
  },
  "24h": {
    bucket: "hour",
    count: 24,
    intervalMilliseconds: 60 * MINUTE_MILLISECONDS,
    readEveryMilliseconds: 60_000,
  },
  "30d": {
    bucket: "day",
    count: 30,
    intervalMilliseconds: 1_440 * MINUTE_MILLISECONDS,
    readEveryMilliseconds: 60_000,
  },
} as const;

export type SpanName = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as readonly SpanName[];
export type Span = (typeof SPANS)[SpanName];
