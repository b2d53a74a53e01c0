import { nearestName } from "../../core/nearest-name.ts";

/** `; did you mean x?` when one of the known names is near, otherwise nothing. */
export function suggest(name: string, known: Iterable<string>, write = (found: string) => found): string {
  const nearest = findNearest(name, known);
  return nearest === undefined ? "" : `; did you mean ${write(nearest)}?`;
}

/** The nearest of the known names that is at most two edits away, and not another name altogether. */
export const findNearest = (name: string, known: Iterable<string>): string | undefined =>
  nearestName(name, known, Math.min(2, name.length - 1));
