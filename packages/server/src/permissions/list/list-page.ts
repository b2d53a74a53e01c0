import type { WorkMeter } from "@licet/engine/internal/conditions/evaluate/work.ts";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { createCooperativeScheduler } from "../cooperative-scheduler.ts";

/** Which part of a list is wanted, and how long the search for it may take. */
export interface PageRequest {
  /** The `next` of the page before. */
  readonly after?: string;
  /** At least 1. */
  readonly limit: number;
  readonly withinMilliseconds: number;
}

/** Of one revision. */
export interface ListPage {
  readonly revision: number;
  readonly items: readonly string[];
  /** The candidate after which the next page begins; absent when there are no more. */
  readonly next?: string;
}

export interface Verdict {
  readonly holds: boolean;
  readonly revision: number;
}

/** The number of candidates whose facts are read together: one more than the page, to see whether another follows. */
export const chunkSize = ({ limit }: PageRequest): number => Math.min(limit + 1, 128);

/** Decides about one candidate, whose facts are read. */
export type DecideCandidate = (meter: WorkMeter) => Verdict;

/**
 * Decides about candidates, which come in order and in chunks, until the page is full, time is up, or the data changes:
 * a page is of one revision. At least one candidate is decided, so that every page gets further. Undefined when the first
 * decision is of another revision than the candidates.
 */
export async function collectPage(options: {
  readonly candidates: AsyncIterable<readonly string[]>;
  readonly examine: (chunk: readonly string[]) => Promise<readonly DecideCandidate[]>;
  readonly revision: number;
  readonly request: PageRequest;
  readonly clock: Clock;
}): Promise<ListPage | undefined> {
  const { candidates, examine, revision, request, clock } = options;
  const endAt = clock.milliseconds() + request.withinMilliseconds;
  const items: string[] = [];
  const scheduler = createCooperativeScheduler(Number.POSITIVE_INFINITY);
  let last: string | undefined;
  for await (const chunk of candidates) {
    if (last !== undefined && clock.milliseconds() >= endAt) return { revision, items, next: last };
    const decisions = await examine(chunk);
    for (const [index, candidate] of chunk.entries()) {
      const verdict = (decisions[index] as DecideCandidate)(scheduler.meter);
      const pause = scheduler.pause();
      if (pause) await pause;
      const overtaken = verdict.revision !== revision;
      if (overtaken && last === undefined) return undefined;
      if (last !== undefined && (overtaken || items.length >= request.limit))
        return { revision, items, next: last };
      if (verdict.holds) items.push(candidate);
      last = candidate;
      // Conditions took long, and the next chunk may be far.
      if (pause && clock.milliseconds() >= endAt) return { revision, items, next: last };
    }
  }
  return { revision, items };
}
