/** A body or an answer under way. */
export interface Transfer {
  readonly begunAt: number;
  readonly transferredBytes: () => number;
}

/** Whoever has just begun has transferred nothing yet, and is not the slowest for that. */
const CREDIT_BYTES = 65_536;
const CREDIT_MILLISECONDS = 1_000;

/** The transfer with the fewest bytes in its time; of two that are alike, the one that came first. */
export function findSlowest<One extends Transfer>(
  transfers: Iterable<One>,
  now = performance.now(),
): One | undefined {
  let slowest: One | undefined;
  let lowestRate = Number.POSITIVE_INFINITY;
  for (const transfer of transfers) {
    const rate =
      (transfer.transferredBytes() + CREDIT_BYTES) / (now - transfer.begunAt + CREDIT_MILLISECONDS);
    if (rate >= lowestRate) continue;
    slowest = transfer;
    lowestRate = rate;
  }
  return slowest;
}
