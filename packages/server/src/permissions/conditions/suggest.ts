import { editDistance } from "../../core/edit-distance.ts";

/** `; did you mean x?` when one of the known names is near, otherwise nothing. */
export function suggest(name: string, known: Iterable<string>, write = (found: string) => found): string {
  const nearest = findNearest(name, known);
  return nearest === undefined ? "" : `; did you mean ${write(nearest)}?`;
}

/** The nearest of the known names that is at most two edits away. */
export function findNearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let distance = Math.min(3, name.length);
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase(), 2);
    if (edits < distance) [best, distance] = [candidate, edits];
  }
  return best;
}
