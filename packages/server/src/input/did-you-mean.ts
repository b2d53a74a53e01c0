import { findNearestName } from "@licet/engine/internal/values/find-nearest-name.ts";

/** A name with more edits than this is never suggested, however long it is. */
const MOST_EDITS = 8;

/** Gives `; did you mean "clerk"?` when a known name is close to the written one, otherwise an empty string. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const similar = findSimilar(written, known);
  return similar === undefined ? "" : `; did you mean ${JSON.stringify(similar)}?`;
}

/** Finds the known name that is closest to the written one, if it is close enough. */
export const findSimilar = (written: string, known: Iterable<string>): string | undefined =>
  findNearestName(written, known, Math.min(MOST_EDITS, Math.max(1, Math.floor(written.length / 3))));
