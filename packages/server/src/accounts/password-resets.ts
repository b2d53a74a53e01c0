import { type Clock, type EpochSeconds, isExpired } from "../core/time.ts";
import type { WritePassword } from "./change-password.ts";
import type { User } from "./entities.ts";
import { judgeNewPassword } from "./judge-new-password.ts";
import { hashPassword } from "./password.ts";
import { passwordStamp } from "./password-stamp.ts";
import type { IsRefusedCredential } from "./published-credentials.ts";
import { hashToken, isToken, newToken } from "./random-token.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";
import type { PasswordReset, PasswordResetStore } from "./stores.ts";
import type { Users } from "./users.ts";

/** Links by which people choose a new password without knowing the old one. */
export interface PasswordResets {
  /** The token is known only here. Whatever link the user had before is of no more use. */
  issue(
    user: User,
    lifetimeSeconds?: number,
  ): Promise<{ readonly token: string; readonly expiresAt: EpochSeconds }>;
  /** Whose password it is about. Undefined when the link is unknown, spent, replaced or expired: nobody is told which. */
  find(token: string): Promise<User | undefined>;
  /** Spends the link, sets the password, and ends every session of the user and every application's access. */
  redeem(request: PasswordResetRequest): Promise<PasswordResetOutcome>;
}

export interface PasswordResetRequest {
  readonly token: string;
  readonly password: string;
  readonly ip: string;
  readonly requestId: string;
}

export type PasswordResetOutcome =
  | { readonly outcome: "set"; readonly user: User; readonly ended: readonly Session[] }
  | { readonly outcome: "too_short" | "unusable" | "published"; readonly user: User }
  | { readonly outcome: "void" };

/** At most, and unless somebody wants it shorter. */
export const RESET_LIFETIME_SECONDS = 3_600;

/** Says what it is: no other value of 256 bits ever passes for one. */
const PREFIX = "lrs_";

export function createPasswordResets(options: {
  readonly store: PasswordResetStore;
  readonly users: Pick<Users, "findLatest">;
  readonly sessions: Pick<Sessions, "list">;
  readonly writePassword: WritePassword;
  readonly isRefused: IsRefusedCredential;
  readonly clock: Clock;
}): PasswordResets {
  const { store, users, sessions, writePassword, isRefused, clock } = options;

  const findUser = async (reset: PasswordReset | undefined): Promise<User | undefined> => {
    if (!reset || isExpired(reset.expiresAt, clock.seconds())) return undefined;
    const user = await users.findLatest(reset.userId);
    // Whoever has another password by now has no use for the link, and whoever found it shall have none either.
    return user?.enabled && passwordStamp(user) === reset.passwordStamp ? user : undefined;
  };

  const find = async (token: string): Promise<User | undefined> =>
    isResetToken(token) ? findUser(await store.find(hashToken(token))) : undefined;

  return {
    async issue(user, lifetimeSeconds = RESET_LIFETIME_SECONDS) {
      const token = PREFIX + newToken();
      const expiresAt = clock.seconds() + lifetimeSeconds;
      const tokenHash = hashToken(token);
      await store.issue({ tokenHash, userId: user.id, passwordStamp: passwordStamp(user), expiresAt });
      return { token, expiresAt };
    },

    find,

    async redeem({ token, password, ip, requestId }) {
      const user = await find(token);
      if (!user) return { outcome: "void" };
      const fault = judgeNewPassword(password, isRefused);
      if (fault) return { outcome: fault, user };
      // After all that can be wrong with the request, and before the hashing: of many at once only one costs that much.
      if (!(await store.spend(hashToken(token), clock.seconds()))) return { outcome: "void" };
      const change = {
        userId: user.id,
        replaces: user.passwordHash,
        passwordHash: await hashPassword(password),
      };
      const ended = await sessions.list(user);
      if (!(await writePassword(change, { ip, requestId }))) return { outcome: "void" };
      return { outcome: "set", user, ended };
    },
  };
}

const isResetToken = (text: string): boolean => text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
