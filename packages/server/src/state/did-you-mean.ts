/** `; did you mean "clerk"?` when a known name is close to what was written, otherwise nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  const near = best !== undefined && best.distance <= Math.max(1, Math.floor(written.length / 3));
  return near ? `; did you mean ${JSON.stringify(best?.name)}?` : "";
}

/** Levenshtein's distance, one row at a time. */
function editDistance(from: string, to: string): number {
  // Far apart whatever the letters: spares the work for long texts.
  if (Math.abs(from.length - to.length) > 8) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
