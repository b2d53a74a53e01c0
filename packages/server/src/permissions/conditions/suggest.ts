/** `; did you mean x?` when one of the known names is at most two edits away, otherwise nothing. */
export function suggest(name: string, known: Iterable<string>, write = (found: string) => found): string {
  let best: string | undefined;
  let distance = Math.min(3, name.length);
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < distance) [best, distance] = [candidate, edits];
  }
  return best === undefined ? "" : `; did you mean ${write(best)}?`;
}

function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2) return 3;
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = at(previous, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, at(previous, column) + 1, at(current, column - 1) + 1));
    }
    previous = current;
  }
  return at(previous, right.length);
}

const at = (numbers: readonly number[], index: number): number => numbers[index] ?? 0;
