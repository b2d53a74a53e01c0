import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { User } from "../entities.ts";
import type { IsRefusedCredential } from "../published-credentials/published-credentials.ts";
import { generateToken, hashToken, isToken } from "../random-token.ts";
import type { Session } from "../session.ts";
import type { Sessions } from "../sessions.ts";
import type { PasswordReset, PasswordResetStore, ResetIssuer } from "../stores.ts";
import type { Users } from "../users.ts";
import type { WritePassword } from "./change-password.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { hashPassword } from "./password.ts";
import { passwordStamp } from "./password-stamp.ts";

/** Links with which users choose a new password without knowing the old one. */
export interface PasswordResets {
  /** The token is returned only here. An earlier link of the user becomes void. */
  issue(
    user: User,
    issuer: ResetIssuer,
    lifetimeSeconds?: number,
  ): Promise<{ readonly token: string; readonly expiresAt: EpochSeconds }>;
  /**
   * The user whose password the link resets. Undefined when the link is unknown, spent, replaced or expired, or when
   * its issuer may no longer create it: the caller does not learn which.
   */
  find(token: string): Promise<User | undefined>;
  /** Spends the link, sets the password, and ends every session of the user and every application's access. */
  redeem(request: PasswordResetRequest): Promise<PasswordResetOutcome>;
}

/** Whether the issuer of a link may still set the password of this user, with the present permissions of both. */
export type MayReset = (issuer: ResetIssuer, user: User) => Promise<boolean>;

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

/** The longest lifetime of a link, and the default. */
export const RESET_LIFETIME_SECONDS = 3_600;

/** Says what it is: no other value of 256 bits ever passes for one. */
const PREFIX = "lrs_";

export function createPasswordResets(options: {
  readonly store: PasswordResetStore;
  readonly users: Pick<Users, "findLatest">;
  readonly sessions: Pick<Sessions, "list">;
  readonly writePassword: WritePassword;
  readonly mayReset: MayReset;
  readonly isRefused: IsRefusedCredential;
  readonly clock: Clock;
}): PasswordResets {
  const { store, users, sessions, writePassword, mayReset, isRefused, clock } = options;

  const findUser = async (reset: PasswordReset): Promise<User | undefined> => {
    if (isExpired(reset.expiresAt, clock.seconds())) return undefined;
    const user = await users.findLatest(reset.userId);
    // A password that was set meanwhile makes the link void, for the user and for a finder of the link.
    if (!user?.enabled || passwordStamp(user) !== reset.passwordStamp) return undefined;
    return (await mayReset(reset.issuer, user)) ? user : undefined;
  };

  const findReset = async (token: string) => {
    const reset = isResetToken(token) ? await store.find(hashToken(token)) : undefined;
    const user = reset && (await findUser(reset));
    return user && { user, issuer: reset.issuer };
  };

  return {
    async issue(user, issuer, lifetimeSeconds = RESET_LIFETIME_SECONDS) {
      const token = PREFIX + generateToken();
      const expiresAt = clock.seconds() + lifetimeSeconds;
      const tokenHash = hashToken(token);
      await store.issue({
        tokenHash,
        userId: user.id,
        passwordStamp: passwordStamp(user),
        issuer,
        expiresAt,
      });
      return { token, expiresAt };
    },

    find: async (token) => (await findReset(token))?.user,

    async redeem({ token, password, ip, requestId }) {
      const found = await findReset(token);
      if (!found) return { outcome: "void" };
      const { user, issuer } = found;
      const issue = checkNewPassword(password, isRefused);
      if (issue) return { outcome: issue, user };
      // After all that can be wrong with the request, and before the hashing: of many at once only one costs that much.
      if (!(await store.spend(hashToken(token), clock.seconds()))) return { outcome: "void" };
      const change = {
        userId: user.id,
        replaces: user.passwordHash,
        passwordHash: await hashPassword(password),
        // Hashing takes time. The permissions count at the revision at which the password is written.
        mayWrite: (present: User) => mayReset(issuer, present),
      };
      const ended = await sessions.list(user);
      if (!(await writePassword(change, { ip, requestId }))) return { outcome: "void" };
      return { outcome: "set", user, ended };
    },
  };
}

const isResetToken = (text: string): boolean => text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
