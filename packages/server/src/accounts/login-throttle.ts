import { createHmac, createSecretKey } from "node:crypto";
import type { Clock, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { foldSignInName } from "../core/values/fold-sign-in-name.ts";
import type { User } from "./entities.ts";
import type { AttemptStore, CountedAttempts, UserStore } from "./stores.ts";

/** An attempt to present a password. */
export interface Attempt {
  /** The purpose of the attempt: to sign in under the typed name, or to change the password of a user. */
  readonly kind: "sign_in" | "password_change";
  readonly account: string;
  /** The user whose password is tried. Undefined: the typed name leads to no user. */
  readonly user?: User | undefined;
  /** The network address, as limits count it. Undefined: it is unknown, and no limit of an address applies. */
  readonly address?: string | undefined;
  /** A browser in which the user of this account has signed in before. */
  readonly device?: { readonly id: string; readonly userId: string } | undefined;
}

export const SIGN_IN_LIMIT_NAMES = ["account_sign_ins", "address_sign_ins"] as const;
export type SignInLimitName = (typeof SIGN_IN_LIMIT_NAMES)[number];

/** Too many attempts: this one was not looked at. */
export interface Throttled {
  readonly outcome: "throttled";
  readonly retryAfterSeconds: number;
  /** True for the first attempt above the limit: the audit log records only this one. */
  readonly isFirst: boolean;
  readonly limit: SignInLimitName;
}

/** The result of an attempt that was admitted. */
export interface Tried<T> {
  readonly proved: T | undefined;
  /**
   * Too many attempts under the other names of the user: this one was not looked at. The caller gets the response to a
   * wrong password, because another one would tell that both names belong to one user.
   */
  readonly isLocked?: true;
}

/** Wrong passwords for a user, under any of the names that the user signs in with. */
export interface Lockout {
  readonly failures: number;
  /** Given while attempts from browsers that the user has not used before are refused. */
  readonly lockedUntil?: EpochSeconds;
}

export interface LoginThrottle {
  /**
   * Tries a password when there were not too many attempts yet. Counted before anything is looked at, so that it holds
   * on every node and among parallel attempts. One that succeeds (gives a value) is forgotten together with those
   * before it for the same user; one that throws never was.
   */
  attempt<T>(
    attempt: Attempt,
    /** Where it is locked, it does the same work, and its value does not count. */
    prove: (isLocked: boolean) => Promise<T | undefined>,
  ): Promise<Throttled | Tried<T>>;
  findLockout(user: User): Promise<Lockout>;
  /** Forgets every wrong password for this user. */
  unlock(user: User): Promise<void>;
  /** A name for an account that tells nothing about what was typed: it may have been a password. */
  nameOf(account: string): string;
}

/** 0: no limit. */
export interface SignInLimits {
  readonly accountSignIns: number;
  readonly addressSignIns: number;
  readonly signInWindowSeconds: number;
}

export function createLoginThrottle(options: {
  readonly attempts: AttemptStore;
  readonly users: Pick<UserStore, "findIdsBySignInName">;
  readonly clock: Clock;
  readonly limits: SignInLimits;
  /** The key of the hashes: without it, the stored counts reveal neither the typed names nor the addresses. */
  readonly key: Uint8Array;
}): LoginThrottle {
  const { attempts, users, clock, limits } = options;
  const key = createSecretKey(options.key);
  const digest = (text: string) => createHmac("sha256", key).update(text, "utf8").digest("base64url");
  const accountKey = (kind: Attempt["kind"], account: string) =>
    digest(`${kind}\0${foldSignInName(account)}`);
  const userKey = (id: string) => digest(`user\0${id}`);
  const nobodyKey = (account: string) => digest(`nobody\0${foldSignInName(account)}`);

  /** The counters of the name and of the user. */
  const accountCountersOf = ({ kind, account, user }: Attempt): readonly Counter[] => {
    const ofName: Counter = {
      name: accountKey(kind, account),
      most: limits.accountSignIns,
      limit: "account_sign_ins",
    };
    // An unknown name has one, too, so that the response time does not reveal which users exist.
    const ofUser: Counter = {
      name: user ? userKey(user.id) : nobodyKey(account),
      most: kind === "sign_in" ? limits.accountSignIns : 0,
      limit: "account_sign_ins",
      isShared: true,
    };
    return [ofName, ofUser].filter(({ most }) => most > 0);
  };

  /** Its name is before all others, which are in base64url: the store counts it first. */
  const addressCounterOf = ({ address }: Attempt): Counter | undefined =>
    address === undefined || limits.addressSignIns === 0
      ? undefined
      : {
          name: `!${digest(`network\0${address}`)}`,
          most: limits.addressSignIns,
          limit: "address_sign_ins",
        };

  /**
   * A browser that the user has signed in with before has attempts of its own, which failures of others do not use up
   * (OWASP, "Slow down online guessing attacks with device cookies"). Once they are used up it is a browser like any
   * other, so that a stolen cookie is worth a few guesses.
   */
  const deviceCounterOf = ({ device }: Attempt): Counter | undefined =>
    device && limits.accountSignIns > 0
      ? {
          name: digest(`device\0${device.userId}\0${device.id}`),
          most: limits.accountSignIns,
          limit: "account_sign_ins",
          isDevice: true,
        }
      : undefined;

  /**
   * Counts the attempt. Throttled when a counter is full that the caller may learn of. One that is not heard because of
   * its address counts for no user, not even for a moment: one address could otherwise close every account.
   */
  const count = async (ofAccount: readonly Counter[], ofAddress?: Counter): Promise<Throttled | Admitted> => {
    const now = clock.seconds();
    const names = ofAccount.map(({ name }) => name);
    const within = ofAddress && { key: ofAddress.name, most: ofAddress.most };
    const counts = await attempts.count(names, now, limits.signInWindowSeconds, within);
    const counters = ofAddress ? [ofAddress, ...ofAccount] : ofAccount;
    const exceeded = counters.flatMap((counter) => {
      const found = counts.get(counter.name);
      return found && found.attempts > counter.most
        ? [{ ...counter, ...found, excess: found.attempts - counter.most }]
        : [];
    });
    const told = exceeded.find(({ isShared }) => !isShared);
    if (!told) return { counters, counts, isLocked: exceeded.length > 0 };
    // Not tried under this name, so it counts for no other name of the user.
    if (told.limit !== "address_sign_ins")
      await attempts.forgive(accountsOf(counters.filter(({ isShared }) => isShared)), []);
    return {
      outcome: "throttled",
      retryAfterSeconds: Math.max(1, told.windowEndsAt - now),
      isFirst: told.excess === 1,
      limit: told.limit,
    };
  };

  const admit = async (attempt: Attempt): Promise<Throttled | Admitted> => {
    const device = deviceCounterOf(attempt);
    const byDevice = device && (await count([device]));
    if (byDevice && !("outcome" in byDevice)) return byDevice;
    return count(accountCountersOf(attempt), addressCounterOf(attempt));
  };

  const signInNamesOf = ({ username, email }: User): readonly string[] =>
    email === undefined ? [username] : [username, email];

  const keysOfNames = (user: User): readonly string[] =>
    signInNamesOf(user).map((name) => accountKey("sign_in", name));

  /**
   * The counters that a success clears: those of the user who proved the password. Where another user has a name that
   * looks like one of theirs, the counter of that name is also the other user's.
   */
  const listCleared = async ({ kind, user }: Attempt, { counters, counts }: Admitted) => {
    const hasFailures = [...counts].some(
      ([name, { attempts: tried }]) => tried > 1 && accountsOf(counters).includes(name),
    );
    if (!hasFailures) return [];
    if (kind === "password_change" || counters.every(({ isDevice }) => isDevice)) return accountsOf(counters);
    if (user === undefined) return [];
    const cleared = [userKey(user.id)];
    for (const name of signInNamesOf(user)) {
      const owners = await users.findIdsBySignInName(name);
      if (owners.every((id) => id === user.id)) cleared.push(accountKey("sign_in", name));
    }
    return cleared;
  };

  return {
    nameOf: (account) => digest(`name\0${foldSignInName(account)}`).slice(0, 22),

    async attempt(attempt, prove) {
      const admitted = await admit(attempt);
      if ("outcome" in admitted) return admitted;
      const { isLocked } = admitted;
      const names = admitted.counters.map(({ name }) => name);
      try {
        const proved = await prove(isLocked);
        if (isLocked) return { proved: undefined, isLocked };
        if (proved !== undefined) {
          const cleared = await listCleared(attempt, admitted);
          const others = names.filter((name) => !cleared.includes(name));
          await attempts.forgive(others, cleared);
        }
        return { proved };
      } catch (error) {
        await attempts.forgive(names, []);
        throw error;
      }
    },

    async findLockout(user) {
      const changes = accountKey("password_change", user.id);
      const signIns = [...keysOfNames(user), userKey(user.id)];
      const counts = await attempts.find([...signIns, changes], clock.seconds());
      const most = limits.accountSignIns;
      // Attempts above the limit were not checked.
      const failuresOf = (name: string) =>
        Math.min(counts.get(name)?.attempts ?? 0, most || Number.MAX_VALUE);
      const ends = [...counts.values()]
        .filter(({ attempts: tried }) => most > 0 && tried >= most)
        .map(({ windowEndsAt }) => windowEndsAt);
      return {
        // A wrong password counts for its name and for the user.
        failures: Math.max(...signIns.map(failuresOf)) + failuresOf(changes),
        ...(ends.length > 0 && { lockedUntil: Math.max(...ends) }),
      };
    },

    unlock: (user) =>
      attempts.forgive([], [...keysOfNames(user), userKey(user.id), accountKey("password_change", user.id)]),
  };
}

interface Counter {
  readonly name: string;
  readonly most: number;
  readonly limit: SignInLimitName;
  /** It counts for all names of a user, and no caller learns that it is full. */
  readonly isShared?: true;
  readonly isDevice?: true;
}

interface Admitted {
  readonly counters: readonly Counter[];
  readonly counts: ReadonlyMap<string, CountedAttempts>;
  /** A shared counter is full. */
  readonly isLocked: boolean;
}

const accountsOf = (counters: readonly Counter[]): readonly string[] =>
  counters.filter(({ limit }) => limit === "account_sign_ins").map(({ name }) => name);
