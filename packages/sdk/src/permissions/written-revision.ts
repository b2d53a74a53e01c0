/**
 * Two seconds after a write was acknowledged, every node of Licet answers with it (docs/guides/consistency.md). Until
 * then, and a little longer for the way, reads of this client name the revision.
 */
const CARRIED_MILLISECONDS = 5_000;

/** The newest revision that this client wrote, so that it reads its own writes on whichever node answers. */
export interface WrittenRevision {
  note(revision: number | undefined): void;
  /** What reads have to name now. */
  required(): number | undefined;
  newest(): number | undefined;
}

export function createWrittenRevision(now: () => number): WrittenRevision {
  let newest: number | undefined;
  let carriedUntil = 0;
  return {
    note(revision) {
      if (revision === undefined) return;
      // The last write counts, also when a restored database goes on with a lower number.
      newest = now() < carriedUntil ? Math.max(newest ?? 0, revision) : revision;
      carriedUntil = now() + CARRIED_MILLISECONDS;
    },
    required: () => (now() < carriedUntil ? newest : undefined),
    newest: () => newest,
  };
}
