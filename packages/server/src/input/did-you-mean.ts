import { nearestName } from "../core/nearest-name.ts";

/** No name that is meant is further away, however long it is. */
const MOST_EDITS = 8;

/** `; did you mean "clerk"?` when a known name is close to what was written, otherwise nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const similar = findSimilar(written, known);
  return similar === undefined ? "" : `; did you mean ${JSON.stringify(similar)}?`;
}

/** The known name that is nearest to what was written, if it is near enough to be meant. */
export const findSimilar = (written: string, known: Iterable<string>): string | undefined =>
  nearestName(written, known, Math.min(MOST_EDITS, Math.max(1, Math.floor(written.length / 3))));
