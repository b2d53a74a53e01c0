import { useEffect, useState } from "react";
import { ApiProblem } from "../../api/problem.ts";

/**
 * Asks the server for matches of a text. `signal` aborts when the user types another text. `onSkipped` receives the
 * permission that a skipped search requires.
 */
export type Search<Found> = (
  text: string,
  signal: AbortSignal,
  onSkipped: OnSkipped,
) => Promise<readonly Found[]>;
export type OnSkipped = (permission: string) => void;

export interface SearchState<Found> {
  readonly found: readonly Found[];
  readonly searching: boolean;
  readonly failed: boolean;
  /** The permissions that the skipped searches require. */
  readonly unsearched: readonly string[];
}

const PAUSE_MILLISECONDS = 180;
const NOTHING = { found: [], searching: false, failed: false, unsearched: [] };

/** Searches while `active`, after a pause in the typing; the previous results stay until the response arrives. */
export function useSearch<Found>(search: Search<Found>, text: string, active: boolean): SearchState<Found> {
  const [state, setState] = useState<SearchState<Found>>(NOTHING);

  useEffect(() => {
    if (!active) return;
    const ending = new AbortController();
    const unsearched = new Set<string>();
    const settle = (change: Partial<SearchState<Found>>) =>
      !ending.signal.aborted && setState({ ...NOTHING, unsearched: [...unsearched], ...change });
    setState((before) => ({ ...before, searching: true, failed: false }));
    const begin = () =>
      search(text.trim(), ending.signal, (permission) => unsearched.add(permission)).then(
        (found) => settle({ found }),
        // Further typing cannot help a user without the permission.
        (error: unknown) =>
          error instanceof ApiProblem && error.missing !== undefined
            ? settle({ unsearched: [error.missing] })
            : settle({ failed: true }),
      );
    const timer = setTimeout(begin, text === "" ? 0 : PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [search, text, active]);

  return state;
}

/**
 * Merges the results of several searches and skips the forbidden ones. It throws if all fail and one of them failed
 * for another reason.
 */
export async function mergeSearches<Found>(
  searches: readonly Promise<readonly Found[]>[],
  onSkipped: OnSkipped,
): Promise<readonly Found[]> {
  const answers = await Promise.allSettled(searches);
  const failures = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason as unknown] : [],
  );
  const isForbidden = (error: unknown) => error instanceof ApiProblem && error.missing !== undefined;
  const other = failures.find((error) => !isForbidden(error));
  if (other !== undefined && failures.length === answers.length) throw other;
  for (const error of failures)
    if (error instanceof ApiProblem && error.missing !== undefined) onSkipped(error.missing);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
