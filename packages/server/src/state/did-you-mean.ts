import { editDistance } from "../core/edit-distance.ts";

/** `; did you mean "clerk"?` when a known name is close to what was written, otherwise nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const similar = findSimilar(written, known);
  return similar === undefined ? "" : `; did you mean ${JSON.stringify(similar)}?`;
}

/** The known name that is nearest to what was written, if it is near enough to be meant. */
export function findSimilar(written: string, known: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase(), 8);
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  const near = best !== undefined && best.distance <= Math.max(1, Math.floor(written.length / 3));
  return near ? best?.name : undefined;
}
