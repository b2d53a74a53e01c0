import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "../core/algorithms.ts";
import type { Clock, EpochMilliseconds } from "../core/time.ts";
import { generateKey } from "./generate-key.ts";
import { activationOf, type KeyStage, type StageSettings, stageKeys, stageTimes } from "./key-stage.ts";
import { type OpenedKey, openKey } from "./open-key.ts";
import { createRingView, type PublicJwks, type RingView } from "./ring-view.ts";
import type { Sealer } from "./seal.ts";
import type { JwtSigner } from "./sign-jwt.ts";
import type { KeyStore, StoredKey } from "./stores.ts";
import type { VerificationKey } from "./verify-jwt.ts";

export interface KeyRingSettings extends StageSettings {
  /** The age at which a key gets a successor by itself. */
  readonly rotateAfterSeconds: number;
}

export interface KeyRingParts {
  readonly store: KeyStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly stages: KeyRingSettings;
}

/** What may be shown of a key. */
export interface KeySummary {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly stage: KeyStage;
  readonly createdAt: EpochMilliseconds;
  readonly activatesAt: EpochMilliseconds;
  readonly stopsSigningAt?: EpochMilliseconds;
  readonly goneAt?: EpochMilliseconds;
}

/** The youngest key of the algorithm; `added` is false when another node made it at the same time. */
export interface Rotation {
  readonly added: boolean;
  readonly key: KeySummary;
}

export interface Maintenance {
  readonly added: readonly KeySummary[];
  readonly removed: readonly string[];
}

/** The signing keys of this node, in step with those of all others. Every method is safe to call at any time. */
export interface KeyRing {
  readonly jwksMaxAgeSeconds: number;
  /** Loads the keys and makes the missing ones. Throws SealError when LICET_SECRET is not the one they need. */
  ensure(): Promise<void>;
  /** Adds a key that takes over once every verifier can know it. */
  rotate(algorithm: SigningAlgorithm): Promise<Rotation>;
  /** Rotates what is old, removes what is gone. */
  maintain(): Promise<Maintenance>;
  /** Reads the keys again, because the topic `keys` was announced. */
  reload(): Promise<void>;
  signer(algorithm: SigningAlgorithm, now: EpochMilliseconds): JwtSigner;
  findVerificationKey(kid: string, now: EpochMilliseconds): VerificationKey | undefined;
  /** The same object until something changes. */
  jwks(now: EpochMilliseconds): PublicJwks;
  list(now: EpochMilliseconds): readonly KeySummary[];
}

export function createKeyRing({ store, sealer, clock, stages }: KeyRingParts): KeyRing {
  const times = stageTimes(stages);
  let keys: readonly OpenedKey[] = [];
  let view: RingView | undefined;
  let readsStarted = 0;
  let newestRead = 0;

  async function reload(): Promise<void> {
    const read = ++readsStarted;
    const stored = await store.list();
    // Of overlapping reads the one that began last is the truth, whichever returns last.
    if (read < newestRead) return;
    newestRead = read;
    keys = stored.map(reopen);
    view = undefined;
  }

  /** Opening a key costs more than anything else here, and what is sealed never changes. */
  function reopen(stored: StoredKey): OpenedKey {
    const { kid, sealedPrivateKey, createdAt, activatesAt } = stored;
    const opened = keys.find((key) => key.kid === kid && key.sealedPrivateKey === sealedPrivateKey);
    return opened ? { ...opened, createdAt, activatesAt } : openKey(stored, sealer);
  }

  /** What holds at `now`: as a rule the view of the last call, found by two comparisons. */
  function viewAt(now: EpochMilliseconds): RingView {
    if (view === undefined || now < view.from || now >= view.until) view = createRingView(keys, now, times);
    return view;
  }

  const youngest = (algorithm: SigningAlgorithm): OpenedKey | undefined =>
    keys
      .filter((key) => key.algorithm === algorithm)
      .reduce<OpenedKey | undefined>(
        (latest, key) => (latest && latest.createdAt >= key.createdAt ? latest : key),
        undefined,
      );

  /** Adds a key unless another node was faster since we looked. */
  async function add(
    algorithm: SigningAlgorithm,
    activation: (now: EpochMilliseconds) => EpochMilliseconds,
  ): Promise<boolean> {
    const predecessorCreatedAt = youngest(algorithm)?.createdAt ?? -1;
    const { kid, publicJwk, privateKey } = await generateKey(algorithm);
    // Read only now: making the key took time, and the lead is counted from when others can hear of it.
    const now = clock.milliseconds();
    const key: StoredKey = {
      kid,
      algorithm,
      publicJwk,
      sealedPrivateKey: sealer.seal(kid, privateKey),
      // Always later than its predecessor's, whatever the clocks say: that is what decides the race.
      createdAt: Math.max(now, predecessorCreatedAt + 1),
      activatesAt: activation(now),
    };
    return store.add(key, predecessorCreatedAt);
  }

  // Reading comes first and opens every key, so that a node with the wrong LICET_SECRET stops here and never adds
  // a key that no other node can use.
  async function ensure(): Promise<void> {
    await reload();
    const missing = SIGNING_ALGORITHMS.filter((algorithm) => youngest(algorithm) === undefined);
    if (missing.length === 0) return;
    // Active at once: nobody has cached a JWKS that a token of these keys could be missing from.
    await Promise.all(missing.map((algorithm) => add(algorithm, (now) => Math.floor(now / 1000) * 1000)));
    await reload();
  }

  async function addSuccessor(algorithm: SigningAlgorithm): Promise<Rotation> {
    const added = await add(algorithm, (now) => activationOf(now, times));
    await reload();
    const kid = youngest(algorithm)?.kid;
    const key = list(clock.milliseconds()).find((summary) => summary.kid === kid);
    if (key === undefined) throw new Error(`the new ${algorithm} key is not in the store`);
    return { added, key };
  }

  async function rotate(algorithm: SigningAlgorithm): Promise<Rotation> {
    await ensure();
    return addSuccessor(algorithm);
  }

  async function maintain(): Promise<Maintenance> {
    await ensure();
    const added: KeySummary[] = [];
    for (const algorithm of SIGNING_ALGORITHMS) {
      // Asked in each turn: another node may have made this one while we made the one before.
      if (!isOld(youngest(algorithm))) continue;
      const rotation = await addSuccessor(algorithm);
      if (rotation.added) added.push(rotation.key);
    }
    const removed = list(clock.milliseconds())
      .filter(({ stage }) => stage === "gone")
      .map(({ kid }) => kid);
    if (removed.length > 0) {
      await store.remove(removed);
      await reload();
    }
    return { added, removed };
  }

  const isOld = (key: OpenedKey | undefined): boolean =>
    key !== undefined && clock.milliseconds() - key.createdAt >= stages.rotateAfterSeconds * 1000;

  function list(now: EpochMilliseconds): readonly KeySummary[] {
    return stageKeys(keys, now, times).map(({ key, ...standing }) => ({
      kid: key.kid,
      algorithm: key.algorithm,
      createdAt: key.createdAt,
      activatesAt: key.activatesAt,
      ...standing,
    }));
  }

  return {
    jwksMaxAgeSeconds: stages.jwksMaxAgeSeconds,
    ensure,
    rotate,
    maintain,
    reload,
    signer(algorithm, now) {
      const signer = viewAt(now).signers[algorithm];
      if (signer === undefined) throw new Error(`there is no ${algorithm} key: the key ring was not loaded`);
      return signer;
    },
    findVerificationKey: (kid, now) => viewAt(now).verificationKeys.get(kid),
    jwks: (now) => viewAt(now).jwks,
    list,
  };
}
