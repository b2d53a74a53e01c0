/** Finds the known name with the fewest edits to the written one, at most `mostEdits`. Ignores case. */
export function findNearestName(
  written: string,
  known: Iterable<string>,
  mostEdits: number,
): string | undefined {
  let nearest: string | undefined;
  let fewest = mostEdits + 1;
  for (const name of known) {
    const edits = editDistance(written.toLowerCase(), name.toLowerCase(), mostEdits);
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** Levenshtein's distance with swapped neighbours as one edit, one row at a time; infinite for texts whose lengths differ by more than `bound`. */
function editDistance(from: string, to: string, bound: number): number {
  if (Math.abs(from.length - to.length) > bound) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
