import type { AnswerOf } from "../../api/call-api.ts";
import type { Series } from "../../ui/charts/series.ts";
import type { Place } from "../../ui/place.ts";
import type { Span } from "./spans.ts";

export type Counts = AnswerOf<"GET /stats">["items"];

/** What a tile or a chart shows. */
export interface Counted {
  readonly counts: Counts;
  readonly times: readonly number[];
  /** The events of the range in the audit log; undefined for a user who may not read it. */
  eventsPlace(filter: Readonly<Record<string, string>>): Place | undefined;
}

export const COUNTERS = ["tokens_issued", "scopes_refused", "token_errors", "checks", "sign_ins"] as const;
export type Counter = (typeof COUNTERS)[number];

/** Sums one counter, or only some of its labels. */
export const sumCounts = (counts: Counts, counter: Counter, matches = (_label: string) => true): number =>
  counts.reduce((sum, { name, label, count }) => (name === counter && matches(label) ? sum + count : sum), 0);

/** Sums a counter per label, the highest first. */
export function sumByLabel(
  counts: Counts,
  counter: Counter,
): readonly { readonly label: string; readonly total: number }[] {
  const labels = new Set(counts.filter(({ name }) => name === counter).map(({ label }) => label));
  return [...labels]
    .map((label) => ({ label, total: sumCounts(counts, counter, (one) => one === label) }))
    .toSorted((a, b) => b.total - a.total);
}

/** The start times of the intervals, the current one last. The server omits intervals without events. */
export function listIntervals({ count, intervalMilliseconds }: Span, now: Date): readonly number[] {
  const present = Math.floor(now.getTime() / intervalMilliseconds);
  return Array.from({ length: count }, (_, index) => (present - count + 1 + index) * intervalMilliseconds);
}

/** One line of a chart: the count of each interval. */
export function listPoints(
  counts: Counts,
  times: readonly number[],
  counter: Counter,
  matches = (_label: string) => true,
): Series["points"] {
  const values = new Map<number, number>();
  for (const { name, label, minute, count } of counts) {
    if (name !== counter || !matches(label)) continue;
    const at = Date.parse(minute);
    values.set(at, (values.get(at) ?? 0) + count);
  }
  return times.map((at) => ({ at, value: values.get(at) ?? 0 }));
}

/** The counts from this time on: the server also sends the interval in which its range begins. */
export const countsSince = (counts: Counts, first: number): Counts =>
  counts.filter(({ minute }) => Date.parse(minute) >= first);

export const isSignedIn = (label: string): boolean => label === "signed_in";

/** The share of failed token requests in each interval, in percent. */
export function listErrorRates(counts: Counts, times: readonly number[]): Series["points"] {
  const failed = listPoints(counts, times, "token_errors");
  return listPoints(counts, times, "tokens_issued").map(({ at, value }, index) => ({
    at,
    value: percentOf(failed[index]?.value ?? 0, value),
  }));
}

export const percentOf = (part: number, rest: number): number =>
  part === 0 ? 0 : Math.round((part / (part + rest)) * 1000) / 10;
