import { deriveKey } from "../../core/values/derive-key.ts";
import type { SecretValues } from "../../core/values/secret-values.ts";
import type { RootKeyName, StoredRootKey } from "../stores.ts";
import { createSealer, SealError } from "./seal.ts";

/**
 * Names a value of LICET_SECRET without telling it: derived like a key, and short. Stored beside what is sealed, so
 * that a node knows which of its values opens it, and an operator which one is missing.
 */
const secretId = (secret: string): string => deriveKey(secret, "secret id").toString("hex").slice(0, 12);

/** Seals root keys under the first value of LICET_SECRET, and opens what was sealed under any of them. */
export interface SecretSeals {
  /** `secretId` of everything that opens. */
  readonly opens: readonly string[];
  /** `secretId` of each value, the first one first. */
  readonly values: readonly [string, ...string[]];
  seal(name: RootKeyName, content: Uint8Array): Pick<StoredRootKey, "sealed" | "sealedUnder">;
  /** Throws SealError. */
  open(stored: StoredRootKey): Buffer;
}

export function createSecretSeals({ values: [first, ...others] }: SecretValues): SecretSeals {
  const openers = new Map([first, ...others].map((secret) => [secretId(secret), secret]));
  const sealedUnder = secretId(first);
  return {
    opens: [...openers.keys()],
    values: [sealedUnder, ...others.map(secretId)],
    seal: (name, content) => ({ sealed: sealerOf(first).seal(labelOf(name), content), sealedUnder }),
    open({ name, sealed, sealedUnder: id }) {
      const secret = openers.get(id);
      if (secret !== undefined) return sealerOf(secret).open(labelOf(name), sealed);
      throw new SealError(
        `LICET_SECRET does not match this database: its root keys are sealed under the value with the id ${id}, and the values given here have ${[...openers.keys()].join(", ")}. Start with that value, alone or as a further line of LICET_SECRET.`,
      );
    },
  };
}

const sealerOf = (secret: string) => createSealer(deriveKey(secret, "root keys"));
const labelOf = (name: RootKeyName): string => `root key ${name}`;
