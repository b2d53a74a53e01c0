import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { StoredKey } from "../stores.ts";

/**
 * The life of a signing key. It follows from the stored times alone, so that nodes agree without talking:
 *
 *   created          activates               successor activates             gone
 *      |---- next ------|------- current ---------|-------- retired ----------|
 *      |  published     |  published, signs       |  published                | may be removed
 *      |<-publishAhead->|                         |<------ keepRetired ------>|
 *
 * publishAhead = JWKS max-age + propagation. A node hears of a new key up to `propagation` late, and a verifier that
 * fetched from it in the last instant before keeps that JWKS for max-age. When both have passed every cache holds
 * the key, and only then it signs. `propagation` also has to cover how far the nodes' clocks are apart.
 *
 * keepRetired = longest token lifetime + propagation + skew. The last token of a key is signed in the instant before
 * its successor activates (later by a node whose clock is behind), and a verifier may honour it until its `exp` plus
 * the skew that it allows. Publishing a key too long costs bytes; too short breaks valid tokens.
 */
export type KeyStage = "next" | "current" | "retired" | "gone";

/** How far a clock may be from ours before we disbelieve it. */
export const CLOCK_SKEW_SECONDS = 60;

export interface StageTimes {
  readonly publishAheadMs: number;
  readonly keepRetiredMs: number;
}

export interface StageSettings {
  /** The max-age that the JWKS route sends in Cache-Control. */
  readonly jwksMaxAgeSeconds: number;
  /** The longest time until every node has heard of a new key. */
  readonly propagationSeconds: number;
  readonly maxTokenLifetimeSeconds: number;
}

export const stageTimes = (settings: StageSettings): StageTimes => ({
  publishAheadMs: (settings.jwksMaxAgeSeconds + settings.propagationSeconds) * 1000,
  keepRetiredMs: (settings.maxTokenLifetimeSeconds + settings.propagationSeconds + CLOCK_SKEW_SECONDS) * 1000,
});

/** When a key made now may sign. Whole seconds, since `iat` has no finer ones and must fall on the same side. */
export const activationOf = (now: EpochMilliseconds, times: StageTimes): EpochMilliseconds =>
  Math.ceil((now + times.publishAheadMs) / 1000) * 1000;

/** A key and where it stands. The two moments are known once a successor is. */
export interface StagedKey<K extends StoredKey = StoredKey> {
  readonly key: K;
  readonly stage: KeyStage;
  readonly stopsSigningAt?: EpochMilliseconds;
  readonly goneAt?: EpochMilliseconds;
}

/** The stage of every key at one moment; within an algorithm in the order in which they sign. */
export function stageKeys<K extends StoredKey>(
  keys: readonly K[],
  now: EpochMilliseconds,
  times: StageTimes,
): readonly StagedKey<K>[] {
  const byAlgorithm = Map.groupBy(keys, (key): SigningAlgorithm => key.algorithm);
  return [...byAlgorithm.values()].flatMap((group) => stageOneAlgorithm(group, now, times));
}

function stageOneAlgorithm<K extends StoredKey>(
  keys: readonly K[],
  now: EpochMilliseconds,
  times: StageTimes,
): readonly StagedKey<K>[] {
  const ordered = keys.toSorted(inSigningOrder);
  // When none has activated, the first signs all the same: it is the very first key, made active at once by a node
  // whose clock is ahead of ours, and there is nothing older to sign with.
  const current = Math.max(
    0,
    ordered.findLastIndex((key) => key.activatesAt <= now),
  );
  return ordered.map((key, index): StagedKey<K> => {
    const successor = ordered[index + 1];
    const stage = index > current ? "next" : index === current ? "current" : "retired";
    if (successor === undefined) return { key, stage };
    const stopsSigningAt = successor.activatesAt;
    const goneAt = stopsSigningAt + times.keepRetiredMs;
    return { key, stage: stage === "retired" && goneAt <= now ? "gone" : stage, stopsSigningAt, goneAt };
  });
}

/** By activation; the other two only so that every node breaks a tie alike. */
function inSigningOrder(a: StoredKey, b: StoredKey): number {
  return a.activatesAt - b.activatesAt || a.createdAt - b.createdAt || (a.kid < b.kid ? -1 : 1);
}
