import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { StoredKey } from "../stores.ts";
import { CLOCK_SKEW_SECONDS, type StageTimes, stageKeys } from "./key-stage.ts";

export interface RevocationPlan<K extends StoredKey> {
  readonly key: K;
  /** All keys of its algorithm. */
  readonly expected: readonly string[];
  /** Given when the key signs: another must do so from now on. */
  readonly takeover?: {
    readonly activatesAt: EpochMilliseconds;
    /** The key that was to follow anyway; absent when one has to be made. */
    readonly next?: K;
  };
}

/** Plans the immediate removal of a key. Undefined when there is no such key. */
export function planRevocation<K extends StoredKey>(
  keys: readonly K[],
  kid: string,
  now: EpochMilliseconds,
  times: StageTimes,
): RevocationPlan<K> | undefined {
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) return undefined;
  const staged = stageKeys(
    keys.filter(({ algorithm }) => algorithm === key.algorithm),
    now,
    times,
  );
  const expected = staged.map((each) => each.key.kid);
  const position = expected.indexOf(kid);
  if (staged[position]?.stage !== "current") return { key, expected };
  // A retired key would sign again if nothing took the place of the current one.
  const next = staged[position + 1]?.key;
  return { key, expected, takeover: { activatesAt: signsFrom(key, now), ...(next && { next }) } };
}

/**
 * A while ago, so that a node whose clock is behind signs with the successor as well; but not before the revoked key
 * did, so that no retired key comes after it.
 */
const signsFrom = (revoked: StoredKey, now: EpochMilliseconds): EpochMilliseconds =>
  Math.max(revoked.activatesAt, Math.floor(now / 1000) * 1000 - CLOCK_SKEW_SECONDS * 1000);
