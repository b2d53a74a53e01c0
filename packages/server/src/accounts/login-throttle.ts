import { createHmac, createSecretKey } from "node:crypto";
import type { Clock, EpochSeconds } from "@licet/engine/values/time.ts";
import type { User } from "./entities.ts";
import type { AttemptStore } from "./stores.ts";

/** An attempt to present a password. */
export interface Attempt {
  /** The purpose of the attempt: to sign in under the typed name, or to change the password of a user. */
  readonly kind: "sign_in" | "password_change";
  readonly account: string;
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
   * before it; one that throws never was.
   */
  attempt<T>(
    attempt: Attempt,
    prove: () => Promise<T | undefined>,
  ): Promise<Throttled | { readonly proved: T | undefined }>;
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
  readonly clock: Clock;
  readonly limits: SignInLimits;
  /** The key of the hashes: without it, the stored counts reveal neither the typed names nor the addresses. */
  readonly key: Uint8Array;
}): LoginThrottle {
  const { attempts, clock, limits } = options;
  const key = createSecretKey(options.key);
  const digest = (text: string) => createHmac("sha256", key).update(text, "utf8").digest("base64url");
  const accountKey = (kind: Attempt["kind"], account: string) =>
    digest(`${kind}\0${normaliseAccount(account)}`);

  /** The counters that limit this attempt. */
  const countersOf = ({ kind, account, address }: Attempt): readonly Counter[] => {
    const ofAccount: Counter = {
      name: accountKey(kind, account),
      most: limits.accountSignIns,
      limit: "account_sign_ins",
    };
    const ofAddress: Counter = {
      name: digest(`network\0${address}`),
      most: address === undefined ? 0 : limits.addressSignIns,
      limit: "address_sign_ins",
    };
    return [ofAccount, ofAddress].filter(({ most }) => most > 0);
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
        }
      : undefined;

  /** Undefined when it may go on. */
  const count = async (counters: readonly Counter[]): Promise<Throttled | undefined> => {
    const now = clock.seconds();
    const names = counters.map(({ name }) => name);
    const counts = await attempts.count(names, now, limits.signInWindowSeconds);
    const exceeded = counters.flatMap((counter) => {
      const found = counts.get(counter.name);
      return found && found.attempts > counter.most
        ? [{ ...counter, ...found, excess: found.attempts - counter.most }]
        : [];
    });
    const [first] = exceeded;
    if (!first) return undefined;
    // A caller that is not heard must not lock others out: one address could otherwise close every account.
    const isAddress = exceeded.some(({ limit }) => limit === "address_sign_ins");
    if (isAddress) await attempts.forgive(accountsOf(counters), []);
    return {
      outcome: "throttled",
      retryAfterSeconds: Math.max(1, ...exceeded.map(({ windowEndsAt }) => windowEndsAt - now)),
      isFirst: exceeded.some(({ excess }) => excess === 1),
      limit: isAddress ? "address_sign_ins" : first.limit,
    };
  };

  /** Which counters this attempt was counted by, or why it is not looked at. */
  const admit = async (attempt: Attempt): Promise<Throttled | readonly Counter[]> => {
    const device = deviceCounterOf(attempt);
    if (device && !(await count([device]))) return [device];
    const counters = countersOf(attempt);
    return (await count(counters)) ?? counters;
  };

  const namesOfUser = ({ id, username, email }: User): readonly string[] => [
    accountKey("sign_in", username),
    ...(email === undefined ? [] : [accountKey("sign_in", email)]),
    accountKey("password_change", id),
  ];

  return {
    nameOf: (account) => digest(`name\0${normaliseAccount(account)}`).slice(0, 22),

    async attempt(attempt, prove) {
      const admitted = await admit(attempt);
      if ("outcome" in admitted) return admitted;
      const names = admitted.map(({ name }) => name);
      try {
        const proved = await prove();
        const cleared = accountsOf(admitted);
        if (proved !== undefined)
          await attempts.forgive(
            names.filter((name) => !cleared.includes(name)),
            cleared,
          );
        return { proved };
      } catch (error) {
        await attempts.forgive(names, []);
        throw error;
      }
    },

    async findLockout(user) {
      const counts = [...(await attempts.find(namesOfUser(user), clock.seconds())).values()];
      const most = limits.accountSignIns;
      const ends = counts
        .filter(({ attempts: tried }) => most > 0 && tried >= most)
        .map(({ windowEndsAt }) => windowEndsAt);
      return {
        // Attempts above the limit were not checked.
        failures: counts.reduce((sum, { attempts: tried }) => sum + Math.min(tried, most || tried), 0),
        ...(ends.length > 0 && { lockedUntil: Math.max(...ends) }),
      };
    },

    unlock: (user) => attempts.forgive([], namesOfUser(user)),
  };
}

interface Counter {
  readonly name: string;
  readonly most: number;
  readonly limit: SignInLimitName;
}

const accountsOf = (counters: readonly Counter[]): readonly string[] =>
  counters.filter(({ limit }) => limit === "account_sign_ins").map(({ name }) => name);

/** At least as coarse as any lookup of a user: another spelling of the same account must not be another account. */
export const normaliseAccount = (account: string): string =>
  account.trim().normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
