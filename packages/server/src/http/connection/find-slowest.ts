/** A body or an answer under way. */
export interface Transfer {
  readonly transferredBytes: () => number;
  /** Bytes in a millisecond, over the last whole window. Whoever has just begun is not judged by the first one. */
  rate: number;
  measuredAt: number;
  measuredBytes: number;
}

/** A shorter one would judge by a single packet. */
const WINDOW_MILLISECONDS = 1_000;

export const beginTransfer = (transferredBytes: () => number, now = performance.now()): Transfer => ({
  transferredBytes,
  rate: Number.POSITIVE_INFINITY,
  measuredAt: now,
  measuredBytes: transferredBytes(),
});

/**
 * Measures anew where a window is over. By its latest window and not by its whole time: the buffers of the system take
 * the first megabytes of an answer, also when nobody reads it.
 */
export function measureTransfers(transfers: Iterable<Transfer>, now = performance.now()): void {
  for (const transfer of transfers) {
    const elapsed = now - transfer.measuredAt;
    if (elapsed < WINDOW_MILLISECONDS) continue;
    const bytes = transfer.transferredBytes();
    transfer.rate = (bytes - transfer.measuredBytes) / elapsed;
    transfer.measuredAt = now;
    transfer.measuredBytes = bytes;
  }
}

/** The transfer with the lowest rate; of those that are alike, the one that came first. */
export function findSlowest<One extends Transfer>(transfers: Iterable<One>): One | undefined {
  let slowest: One | undefined;
  for (const transfer of transfers)
    if (slowest === undefined || transfer.rate < slowest.rate) slowest = transfer;
  return slowest;
}
