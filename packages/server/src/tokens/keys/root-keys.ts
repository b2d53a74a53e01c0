import { randomBytes } from "node:crypto";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { deriveKey } from "../../core/values/derive-key.ts";
import type { SecretValues } from "../../core/values/secret-values.ts";
import type { KeyActor, RootKeyStore, StoredRootKey } from "../stores.ts";
import { SealError } from "./seal.ts";
import { createSecretSeals, type SecretSeals } from "./secret-seals.ts";

/** The root keys, from which all keys of an installation are derived. */
export interface RootKeys {
  /** True when the database was empty and got its root key now. */
  readonly areNew: boolean;
  /** A key of 32 bytes for one purpose; every node derives the same. */
  deriveKey(purpose: string): Buffer;
  /** The ids of all secrets that this node can open (`secretId`). */
  readonly opens: readonly string[];
  /** `secretId` of each value of LICET_SECRET; the first one seals. */
  readonly values: readonly [string, ...string[]];
  /** Seals every root key under the first value of LICET_SECRET. Nodes that run hold the root keys and go on. */
  rewrap(by: KeyActor): Promise<Rewrapping>;
}

export interface Rewrapping {
  readonly rootKeys: number;
  /** How many were sealed under another value before. */
  readonly rewrapped: number;
}

export interface RootKeyParts {
  readonly store: RootKeyStore;
  readonly secrets: SecretValues;
  readonly clock: Clock;
}

/** Opens the root key; an empty database gets one. Throws SealError when no value of LICET_SECRET opens it. */
export async function openRootKeys(parts: RootKeyParts): Promise<RootKeys> {
  const { store, secrets } = parts;
  const seals = createSecretSeals(secrets);
  const { stored, areNew } = await findOrEstablish(parts, seals);
  const opened = new Map(stored.map((each) => [each.name, seals.open(each)]));
  const main = opened.get("main");
  if (main === undefined) throw rootKeyIsMissing();

  return {
    areNew,
    deriveKey: (purpose) => deriveKey(main, purpose),
    opens: seals.opens,
    values: seals.values,
    async rewrap(by) {
      const before = await store.list();
      const after = before.map((each) => rewrapOne(each, seals));
      const rewrapped = after.filter((each, index) => each !== before[index]).length;
      if (rewrapped > 0 && !(await store.rewrap(before, after, by)))
        throw new SealError("the root keys were changed at the same moment. Run the command again.");
      return { rootKeys: after.length, rewrapped };
    },
  };
}

/** Opened also when nothing is to be done: what this says of the database must be true. */
function rewrapOne(stored: StoredRootKey, seals: SecretSeals): StoredRootKey {
  const content = seals.open(stored);
  if (stored.sealedUnder === seals.values[0]) return stored;
  return { ...stored, ...seals.seal(stored.name, content) };
}

const ROOT_KEY_BYTES = 32;

async function findOrEstablish(
  { store, clock }: RootKeyParts,
  seals: SecretSeals,
): Promise<{ readonly stored: readonly StoredRootKey[]; readonly areNew: boolean }> {
  const stored = await store.list();
  if (stored.length > 0) return { stored, areNew: false };
  const created: StoredRootKey = {
    name: "main",
    ...seals.seal("main", randomBytes(ROOT_KEY_BYTES)),
    createdAt: clock.milliseconds(),
  };
  if (await store.establish(created)) return { stored: [created], areNew: true };
  // Another node was faster, or signing keys are stored that no new root key could open.
  const present = await store.list();
  if (present.length === 0) throw rootKeyIsMissing();
  return { stored: present, areNew: false };
}

const rootKeyIsMissing = () =>
  new SealError(
    "the main root key is missing from this database, so nothing in it can be opened. Restore it from a backup.",
  );
