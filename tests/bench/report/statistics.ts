/** The median and the range of a value that was measured in several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The value below which `fraction` of the sorted values are, interpolated between two neighbours. */
export function quantile(sorted: ArrayLike<number>, fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError("no values");
  return below + (above - below) * (position - Math.floor(position));
}

export function computeSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) };
}

/**
 * Computes the ratio of each round. If the machine is slower for a while, both sides of a round are slower and their ratio
 * stays the same.
 */
export function computeRatio(values: readonly number[], others: readonly number[]): Spread {
  if (values.length !== others.length) throw new RangeError("rounds do not pair up");
  return computeSpread(values.map((value, round) => value / (others[round] as number)));
}
