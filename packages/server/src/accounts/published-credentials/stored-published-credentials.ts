import { type Clock, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Secret, User } from "../entities.ts";
import { isMarkedHash, PUBLISHED_MARK, verifyPassword } from "../passwords/password.ts";
import type { SecretHasher } from "../secret.ts";
import type { PublishedCredentialStore, UserStore } from "../stores.ts";
import { PUBLISHED_ACCOUNTS, PUBLISHED_CREDENTIALS } from "./published-credentials.ts";

export interface PublishedInUse {
  readonly secrets: readonly Secret[];
  /** The users whose password is published. */
  readonly users: readonly User[];
}

/** Finds stored credentials that are published. An expired secret does not count. */
export interface StoredPublishedCredentials {
  /** Finds all of them, of every owner. Reads every secret and every user. */
  find(): Promise<PublishedInUse>;
  isPublishedSecret(secret: Secret): boolean;
  hasPublishedPassword(user: User): Promise<boolean>;
}

export function createStoredPublishedCredentials(dependencies: {
  readonly store: PublishedCredentialStore;
  readonly users: Pick<UserStore, "find" | "findIdByUsername">;
  readonly secrets: Pick<SecretHasher, "hash">;
  readonly clock: Clock;
}): StoredPublishedCredentials {
  const { store, users, secrets, clock } = dependencies;
  const hashes = new Set(Array.from(PUBLISHED_CREDENTIALS, (value) => secrets.hash(value)));

  const isLive = ({ expiresAt }: Secret): boolean => !isExpired(expiresAt, clock.seconds());

  /**
   * Versions before the mark stored the demo as well. To try every published password on every user takes too long, so
   * that of them only the users of the examples are found, by the password that is printed beside their name.
   */
  const hasPublishedPassword = async ({ username, passwordHash }: User): Promise<boolean> => {
    if (passwordHash === undefined) return false;
    if (isMarkedHash(passwordHash)) return true;
    const account = PUBLISHED_ACCOUNTS.find((published) => published.username === username);
    return account !== undefined && verifyPassword(account.password, passwordHash);
  };

  const findNamed = async (username: string): Promise<User | undefined> => {
    const { value: id } = await users.findIdByUsername(username);
    return id === undefined ? undefined : (await users.find(id)).value;
  };

  async function findUsers(): Promise<readonly User[]> {
    const marked = await store.findUsers(PUBLISHED_MARK);
    const named = await Promise.all(PUBLISHED_ACCOUNTS.map(({ username }) => findNamed(username)));
    const all = new Map(
      [...marked, ...named.filter((user) => user !== undefined)].map((user) => [user.id, user]),
    );
    const candidates = [...all.values()];
    const published = await Promise.all(candidates.map(hasPublishedPassword));
    return candidates.filter((_, index) => published[index]);
  }

  return {
    async find() {
      const found = await store.findSecrets([...hashes]);
      return { secrets: found.filter(isLive), users: await findUsers() };
    },
    isPublishedSecret: (secret) => hashes.has(secret.hash) && isLive(secret),
    hasPublishedPassword,
  };
}
