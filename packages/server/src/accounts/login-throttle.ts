import { createHmac, createSecretKey } from "node:crypto";
import type { Clock } from "../core/time.ts";
import { clientNetwork } from "./client-network.ts";
import type { AttemptStore } from "./stores.ts";

/** Somebody is about to try a password. */
export interface Attempt {
  /** What is being tried: to sign in under a name as it was typed, or to change the password of a user. */
  readonly kind: "sign_in" | "password_change";
  readonly account: string;
  readonly ip: string;
}

/** Too many attempts: this one was not looked at. */
export interface Throttled {
  readonly outcome: "throttled";
  readonly retryAfterSeconds: number;
  /** The one that went over the limit, of however many that follow: enough for the record. */
  readonly isFirst: boolean;
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
  /** A name for an account that tells nothing about what was typed: it may have been a password. */
  nameOf(account: string): string;
}

export const ATTEMPTS_PER_ACCOUNT = 10;
export const ATTEMPTS_PER_NETWORK = 100;
export const WINDOW_SECONDS = 15 * 60;

export function createLoginThrottle(options: {
  readonly attempts: AttemptStore;
  readonly clock: Clock;
  /** Without it, nobody can find out from the stored counts which names, or what else, was typed. */
  readonly key: Uint8Array;
}): LoginThrottle {
  const { attempts, clock } = options;
  const key = createSecretKey(options.key);
  const digest = (text: string) => createHmac("sha256", key).update(text, "utf8").digest("base64url");

  /** Undefined when it may go on. */
  const count = async (account: string, network: string): Promise<Throttled | undefined> => {
    const now = clock.seconds();
    const counts = await attempts.count([account, network], now, WINDOW_SECONDS);
    const limits = [
      { name: account, most: ATTEMPTS_PER_ACCOUNT },
      { name: network, most: ATTEMPTS_PER_NETWORK },
    ];
    const exceeded = limits.flatMap(({ name, most }) => {
      const found = counts.get(name);
      return found && found.attempts > most ? [{ ...found, name, excess: found.attempts - most }] : [];
    });
    if (exceeded.length === 0) return undefined;
    // Whoever is not heard must not lock others out: one address could otherwise close every account.
    if (exceeded.some(({ name }) => name === network)) await attempts.forgive([account], []);
    return {
      outcome: "throttled",
      retryAfterSeconds: Math.max(1, ...exceeded.map(({ windowEndsAt }) => windowEndsAt - now)),
      isFirst: exceeded.some(({ excess }) => excess === 1),
    };
  };

  return {
    nameOf: (account) => digest(`name\0${normalise(account)}`).slice(0, 22),

    async attempt({ kind, account: typed, ip }, prove) {
      const account = digest(`${kind}\0${normalise(typed)}`);
      const network = digest(`network\0${clientNetwork(ip)}`);
      const throttled = await count(account, network);
      if (throttled) return throttled;
      try {
        const proved = await prove();
        if (proved !== undefined) await attempts.forgive([network], [account]);
        return { proved };
      } catch (error) {
        await attempts.forgive([account, network], []);
        throw error;
      }
    },
  };
}

/** At least as coarse as any lookup of a user: another spelling of the same account must not be another account. */
const normalise = (account: string): string =>
  account.trim().normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
