import { ApiProblem, SignedOutError } from "../../api/problem.ts";
import { UnreadableAnswerError } from "../../auth/unreadable-answer-error.ts";

/** What became of one item: done, failed with its error, or not tried because the run was stopped. */
export type Outcome<Item, Result = unknown> =
  | Done<Item, Result>
  | { readonly item: Item; readonly state: "failed"; readonly error: unknown }
  | { readonly item: Item; readonly state: "stopped" };

export interface Done<Item, Result = unknown> {
  readonly item: Item;
  readonly state: "done";
  readonly result: Result;
}

interface RunOptions {
  readonly signal?: AbortSignal;
  /** Hears how many items have their outcome. */
  onProgress?(settled: number): void;
  /** How long to wait before each further attempt while the server has no room. */
  readonly pausesMilliseconds?: readonly number[];
}

/** Few at a time: every write waits for the one before it. */
const AT_ONCE = 3;
const PAUSES_MILLISECONDS = [1_000, 3_000, 6_000];

/** Does something to each item, a few at a time. Every item has an outcome, in the order of the items. */
export async function runEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  { signal, onProgress, pausesMilliseconds = PAUSES_MILLISECONDS }: RunOptions = {},
): Promise<readonly Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = items.map((item) => ({ item, state: "stopped" }));
  let next = 0;
  let settled = 0;
  let isSignedOut = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !signal?.aborted && !isSignedOut) {
      const place = next;
      next += 1;
      const item = items[place] as Item;
      outcomes[place] = await settle(item, () => act(item), pausesMilliseconds);
      const outcome = outcomes[place];
      isSignedOut ||= outcome.state === "failed" && outcome.error instanceof SignedOutError;
      settled += 1;
      onProgress?.(settled);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function settle<Item, Result>(
  item: Item,
  act: () => Promise<Result>,
  pauses: readonly number[],
): Promise<Outcome<Item, Result>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return { item, state: "done", result: await act() };
    } catch (error) {
      const pause = pauses[attempt];
      if (pause === undefined || !isTooBusy(error)) return { item, state: "failed", error };
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The server refused the request because of other requests, and nothing was written. */
const isTooBusy = (error: unknown): boolean =>
  (error instanceof ApiProblem || error instanceof UnreadableAnswerError) &&
  (error.status === 429 || error.status === 503);
