import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { JwtSigner } from "../sign-jwt.ts";
import type { VerificationKey } from "../verify-jwt.ts";
import type { PublicJwk } from "./generate-key.ts";
import { CLOCK_SKEW_SECONDS, type StageTimes, stageKeys } from "./key-stage.ts";
import type { OpenedKey } from "./open-key.ts";

export interface PublicJwks {
  readonly keys: readonly PublicJwk[];
}

/** The answers of the ring between two changes of a key's stage: from `from`, before `until`. */
export interface RingView {
  readonly from: EpochMilliseconds;
  readonly until: EpochMilliseconds;
  readonly signers: Readonly<Partial<Record<SigningAlgorithm, JwtSigner>>>;
  readonly verificationKeys: ReadonlyMap<string, VerificationKey>;
  readonly jwks: PublicJwks;
}

export function createRingView(
  keys: readonly OpenedKey[],
  now: EpochMilliseconds,
  times: StageTimes,
): RingView {
  const staged = stageKeys(keys, now, times);
  const published = staged.filter(({ stage }) => stage !== "gone");
  const current = published.filter(({ stage }) => stage === "current");
  const mayHaveSigned = published.filter(({ key, stage }) => stage !== "next" || trustedFrom(key) <= now);
  const moments = staged.flatMap(({ key, goneAt = Number.POSITIVE_INFINITY }) => [
    trustedFrom(key),
    key.activatesAt,
    goneAt,
  ]);

  return {
    from: Math.max(Number.NEGATIVE_INFINITY, ...moments.filter((moment) => moment <= now)),
    until: Math.min(Number.POSITIVE_INFINITY, ...moments.filter((moment) => moment > now)),
    signers: Object.fromEntries(current.map(({ key }) => [key.algorithm, key.signer])),
    verificationKeys: new Map(mayHaveSigned.map(({ key }) => [key.kid, key.verificationKey])),
    jwks: { keys: published.map(({ key }) => key.publicJwk) },
  };
}

/** A key that has not activated has signed nothing, except on a node whose clock is ahead of ours. */
const trustedFrom = (key: OpenedKey): EpochMilliseconds => key.activatesAt - CLOCK_SKEW_SECONDS * 1000;
