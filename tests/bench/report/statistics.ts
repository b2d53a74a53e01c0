/** A value measured in several rounds: the one in the middle, and how far apart they were. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The value below which `fraction` of the sorted values lie, between two neighbours if need be. */
export function quantile(sorted: ArrayLike<number>, fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError("no values");
  return below + (above - below) * (position - Math.floor(position));
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) };
}

/**
 * Round by round, then the median: what slows the machine for a while slows both sides of the same round, and
 * leaves the ratio alone.
 */
export function ratioOf(values: readonly number[], others: readonly number[]): Spread {
  if (values.length !== others.length) throw new RangeError("rounds do not pair up");
  return spreadOf(values.map((value, round) => value / (others[round] as number)));
}
