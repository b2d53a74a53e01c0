import { findNearestName } from "../values/find-nearest-name.ts";

/** `; did you mean x?` when one of the known names is similar, otherwise an empty text. */
export function suggest(name: string, known: Iterable<string>, write = (found: string) => found): string {
  const nearest = findNearest(name, known);
  return nearest === undefined ? "" : `; did you mean ${write(nearest)}?`;
}

/** The most similar known name that is at most two edits away, and not a completely different name. */
export const findNearest = (name: string, known: Iterable<string>): string | undefined =>
  findNearestName(name, known, Math.min(2, name.length - 1));
