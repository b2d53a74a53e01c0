import { useEffect, useState } from "react";

/** Asks the server for what matches a text. `signal` ends when another text was typed meanwhile. */
export type Search<Found> = (text: string, signal: AbortSignal) => Promise<readonly Found[]>;

export interface SearchState<Found> {
  readonly found: readonly Found[];
  readonly searching: boolean;
  readonly failed: boolean;
}

const PAUSE_MILLISECONDS = 180;

/** Searches while `active`, after a pause in the typing; what was found before stays until the answer is there. */
export function useSearch<Found>(search: Search<Found>, text: string, active: boolean): SearchState<Found> {
  const [state, setState] = useState<SearchState<Found>>({ found: [], searching: false, failed: false });

  useEffect(() => {
    if (!active) return;
    const ending = new AbortController();
    setState((before) => ({ ...before, searching: true, failed: false }));
    const begin = () =>
      search(text.trim(), ending.signal).then(
        (found) => !ending.signal.aborted && setState({ found, searching: false, failed: false }),
        () => !ending.signal.aborted && setState({ found: [], searching: false, failed: true }),
      );
    const timer = setTimeout(begin, text === "" ? 0 : PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [search, text, active]);

  return state;
}
