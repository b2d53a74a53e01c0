import { editDistance } from "../../core/edit-distance.ts";

/** `; did you mean x?` when one of the known names is at most two edits away, otherwise nothing. */
export function suggest(name: string, known: Iterable<string>, write = (found: string) => found): string {
  let best: string | undefined;
  let distance = Math.min(3, name.length);
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase(), 2);
    if (edits < distance) [best, distance] = [candidate, edits];
  }
  return best === undefined ? "" : `; did you mean ${write(best)}?`;
}
