import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { Clock, EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import { ConflictError, UnavailableError } from "../../core/errors/errors.ts";
import { requireTime, untilDeadline, withSharedDeadline } from "../../core/time/deadline.ts";
import type { JwtSigner } from "../sign-jwt.ts";
import type { KeyActor, KeyStore, StoredKey } from "../stores.ts";
import type { VerificationKey } from "../verify-jwt.ts";
import { generateKey } from "./generate-key.ts";
import { activationOf, type KeyStage, type StageSettings, stageKeys, stageTimes } from "./key-stage.ts";
import { type OpenedKey, openKey } from "./open-key.ts";
import { planRevocation, type RevocationPlan } from "./plan-revocation.ts";
import { createRingView, type PublicJwks, type RingView } from "./ring-view.ts";
import type { Sealer } from "./seal.ts";

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

/** The members of a key that may be shown. */
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

/** A key that was removed at once. */
export interface Revocation {
  readonly revoked: KeySummary;
  /** The key that signs for the algorithm now. */
  readonly signing: KeySummary;
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
  /**
   * Removes a key at once; where it was the one that signs, another signs from now on. What it signed is worth nothing
   * any more. Undefined when there is no such key.
   */
  revoke(kid: string, by: KeyActor): Promise<Revocation | undefined>;
  /** Reads the keys again. */
  reload(): Promise<void>;
  /** The topic `keys` was announced: what is held here may be out of date until it was read again. */
  markStale(): void;
  /**
   * Undefined when the keys held here are those that were announced, which is the usual case; otherwise resolves once
   * they are. Rejects with UnavailableError when they cannot be read: a revoked key must not count any longer.
   */
  confirm(): Promise<void> | undefined;
  signer(algorithm: SigningAlgorithm, now: EpochMilliseconds): JwtSigner;
  findVerificationKey(kid: string, now: EpochMilliseconds): VerificationKey | undefined;
  /** The same object until something changes. */
  jwks(now: EpochMilliseconds): PublicJwks;
  list(now: EpochMilliseconds): readonly KeySummary[];
}

/** Each failed one means that another node changed the keys of the same algorithm at the same moment. */
const REVOKE_ATTEMPTS = 10;

export function createKeyRing({ store, sealer, clock, stages }: KeyRingParts): KeyRing {
  const times = stageTimes(stages);
  let keys: readonly OpenedKey[] = [];
  let view: RingView | undefined;
  let readsStarted = 0;
  let newestRead = 0;
  let announced = 0;
  let heard = 0;
  let confirming: Promise<void> | undefined;

  async function reload(): Promise<void> {
    const read = ++readsStarted;
    const announcedBefore = announced;
    const stored = await store.list();
    // Of overlapping reads the one that began last is the truth, whichever returns last.
    if (read < newestRead) return;
    keys = stored.map(reopen);
    newestRead = read;
    heard = announcedBefore;
    view = undefined;
  }

  function confirm(): Promise<void> | undefined {
    if (heard === announced) return undefined;
    confirming ??= withSharedDeadline(becomeCurrent).finally(() => {
      confirming = undefined;
    });
    return untilDeadline(confirming);
  }

  async function becomeCurrent(): Promise<void> {
    try {
      // Again when another change was announced meanwhile: that reading may have missed it.
      while (heard !== announced) {
        requireTime();
        await reload();
      }
    } catch (cause) {
      throw new UnavailableError("the signing keys cannot be read", { cause });
    }
  }

  /** Opening a key costs more than anything else here, and what is sealed never changes. */
  function reopen(stored: StoredKey): OpenedKey {
    const { kid, sealedPrivateKey, createdAt, activatesAt } = stored;
    const opened = keys.find((key) => key.kid === kid && key.sealedPrivateKey === sealedPrivateKey);
    return opened ? { ...opened, createdAt, activatesAt } : openKey(stored, sealer);
  }

  /** The view at `now`: as a rule the view of the last call, found by two comparisons. */
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

  async function makeKey(
    algorithm: SigningAlgorithm,
    predecessorCreatedAt: EpochMilliseconds,
    activation: (now: EpochMilliseconds) => EpochMilliseconds,
  ): Promise<StoredKey> {
    const { kid, publicJwk, privateKey } = await generateKey(algorithm);
    // Read only now: making the key took time, and the lead is counted from when others can hear of it.
    const now = clock.milliseconds();
    return {
      kid,
      algorithm,
      publicJwk,
      sealedPrivateKey: sealer.seal(kid, privateKey),
      // Always later than its predecessor's, whatever the clocks say: that is what decides the race.
      createdAt: Math.max(now, predecessorCreatedAt + 1),
      activatesAt: activation(now),
    };
  }

  /** Adds a key unless another node was faster since we looked. */
  async function add(
    algorithm: SigningAlgorithm,
    activation: (now: EpochMilliseconds) => EpochMilliseconds,
  ): Promise<boolean> {
    const predecessorCreatedAt = youngest(algorithm)?.createdAt ?? -1;
    return store.add(await makeKey(algorithm, predecessorCreatedAt, activation), predecessorCreatedAt);
  }

  // Reading comes first and opens every key, so that a node with the wrong LICET_SECRET stops here and never adds
  // a key that no other node can use.
  async function ensure(): Promise<void> {
    await reload();
    const missing = SIGNING_ALGORITHMS.filter((algorithm) => youngest(algorithm) === undefined);
    if (missing.length === 0) return;
    // The keys are active at once: no verifier has cached a JWKS without them.
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

  async function revoke(kid: string, by: KeyActor): Promise<Revocation | undefined> {
    for (let attempt = 0; attempt < REVOKE_ATTEMPTS; attempt += 1) {
      await ensure();
      const now = clock.milliseconds();
      const plan = planRevocation(keys, kid, now, times);
      const revoked = list(now).find((summary) => summary.kid === kid);
      if (plan === undefined || revoked === undefined) return undefined;
      const { algorithm } = plan.key;
      const successor = await successorOf(plan);
      const revocation = { kid, algorithm, expected: plan.expected, ...(successor && { successor }) };
      if (!(await store.revoke(revocation, by))) continue;
      await reload();
      const after = clock.milliseconds();
      const signing = list(after).find((each) => each.algorithm === algorithm && each.stage === "current");
      if (signing === undefined) throw new Error(`no ${algorithm} key is left to sign`);
      return { revoked, signing };
    }
    throw new ConflictError("the signing keys change all the time; try again");
  }

  async function successorOf({ key, takeover }: RevocationPlan<OpenedKey>): Promise<StoredKey | undefined> {
    if (takeover === undefined) return undefined;
    const { next, activatesAt } = takeover;
    if (next !== undefined) return { ...next, activatesAt };
    return makeKey(key.algorithm, youngest(key.algorithm)?.createdAt ?? -1, () => activatesAt);
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
    revoke,
    reload,
    markStale: () => {
      announced += 1;
    },
    confirm,
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
