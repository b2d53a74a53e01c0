import { LicetError } from "../common/licet-error.ts";

/** A published key of the issuer. */
export interface VerificationKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly key: CryptoKey;
  /** The key as it was published: a key that changes is another key. */
  readonly text: string;
}

export interface LoadedKeys {
  readonly keys: readonly VerificationKey[];
  /** How long the issuer allows to use them without asking again. */
  readonly maxAgeMilliseconds: number;
}

/** The keys cannot be had at the moment, so nothing can be said about a token. */
export class KeysUnavailableError extends LicetError {
  override readonly name = "KeysUnavailableError";

  constructor(options: ErrorOptions) {
    super("unavailable", "the keys of the issuer are not available", options);
  }
}

export interface KeyStore {
  /** Asks for newer keys when it is time. A promise only where an answer should wait for them. */
  renew(): Promise<void> | undefined;
  /** Whether the key is still published, as far as is known. */
  holds(key: VerificationKey): boolean;
  /** The key with this id. Throws when it is unknown and the issuer cannot be asked. */
  find(kid: string): VerificationKey | undefined | Promise<VerificationKey | undefined>;
}

/** A busy server asks before its keys are too old, so that no request waits. */
const RENEW_AT = 0.8;

/**
 * The keys of the issuer. They are asked for at most once per cool-down, whatever tokens come. When the issuer is away,
 * the known keys are used on for a bounded time.
 */
export function createKeyStore(options: {
  readonly load: (known: ReadonlyMap<string, VerificationKey>) => Promise<LoadedKeys>;
  readonly cooldownMilliseconds: number;
  readonly staleIfErrorMilliseconds: number;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}): KeyStore {
  const { load, cooldownMilliseconds, staleIfErrorMilliseconds, now, onFailure } = options;
  let known: ReadonlyMap<string, VerificationKey> = new Map();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let maxAge = 0;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let loading: Promise<void> | undefined;

  const loadOnce = async (): Promise<void> => {
    const startedAt = now();
    try {
      const { keys, maxAgeMilliseconds } = await load(known);
      known = new Map(keys.map((key) => [key.kid, key]));
      loadedAt = startedAt;
      maxAge = maxAgeMilliseconds;
      failure = undefined;
    } catch (error) {
      failure = error;
      onFailure(error);
    } finally {
      attemptedAt = now();
      loading = undefined;
    }
  };
  const reload = (): Promise<void> => {
    loading ??= loadOnce();
    return loading;
  };
  const mayAsk = () => loading !== undefined || now() - attemptedAt >= cooldownMilliseconds;
  const areUsable = () => now() - loadedAt < maxAge + staleIfErrorMilliseconds;

  return {
    renew() {
      const age = now() - loadedAt;
      if (age < maxAge * RENEW_AT || !mayAsk()) return undefined;
      const reloaded = reload();
      // After a failure requests go on with the keys they have, and do not wait for an issuer that may not answer.
      const canGoOn = age < maxAge || (failure !== undefined && areUsable());
      return canGoOn ? undefined : reloaded;
    },
    holds: (key) => known.get(key.kid) === key && areUsable(),
    find(kid) {
      const key = areUsable() ? known.get(kid) : undefined;
      if (key) return key;
      const answer = () => {
        const found = areUsable() ? known.get(kid) : undefined;
        // The issuer could not be asked: the key may be a new one.
        if (!found && (failure !== undefined || !areUsable()))
          throw new KeysUnavailableError({ cause: failure });
        return found;
      };
      return mayAsk() ? reload().then(answer) : answer();
    },
  };
}
