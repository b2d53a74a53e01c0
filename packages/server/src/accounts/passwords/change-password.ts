import type { User } from "../entities.ts";
import type { LoginThrottle, Throttled } from "../login-throttle.ts";
import type { IsRefusedCredential } from "../published-credentials/published-credentials.ts";
import type { ActiveSession, Session } from "../session.ts";
import type { Sessions } from "../sessions.ts";
import type { Users } from "../users.ts";
import { checkNewPassword } from "./check-new-password.ts";
import type { CheckPassword } from "./check-password.ts";
import { hashPassword, isOversizedPassword } from "./password.ts";

export interface PasswordChange {
  readonly active: ActiveSession;
  readonly current: string;
  readonly next: string;
  readonly ip: string;
  readonly requestId: string;
}

export type PasswordChangeOutcome =
  | { readonly outcome: "changed"; readonly ended: readonly Session[] }
  | { readonly outcome: "wrong" | "too_short" | "unusable" | "published" | "same" }
  | Throttled;

export type ChangePassword = (change: PasswordChange) => Promise<PasswordChangeOutcome>;

/**
 * Writes the new hash in the place of `replaces`, and nothing else about the user; resolves once it is stored. With it
 * ends every session of the user but the one named, and every application's access. False when the user is gone or has
 * another password by now.
 */
export type WritePassword = (
  change: {
    readonly userId: string;
    /** Undefined: the user had none. */
    readonly replaces: string | undefined;
    readonly passwordHash: string;
    /** Asked at the revision at which it is written; when it says no, nothing is. */
    readonly mayWrite?: (user: User) => Promise<boolean>;
  },
  by: { readonly ip: string; readonly requestId: string; readonly sessionId?: string },
) => Promise<boolean>;

export function createChangePassword(options: {
  readonly users: Pick<Users, "findLatest">;
  readonly throttle: LoginThrottle;
  readonly checkPassword: CheckPassword;
  readonly sessions: Pick<Sessions, "restamp" | "list">;
  readonly writePassword: WritePassword;
  readonly isRefused: IsRefusedCredential;
}): ChangePassword {
  const { users, throttle, checkPassword, sessions, writePassword, isRefused } = options;

  /** The stored hash, when this is the password of it. */
  const provenHash = async (userId: string, password: string): Promise<string | undefined> => {
    const user = await users.findLatest(userId);
    const stored = user?.enabled ? user.passwordHash : undefined;
    return (await checkPassword(password, stored)) ? stored : undefined;
  };

  return async ({ active: { session, user }, current, next, ip, requestId }) => {
    const issue = checkNewPassword(next, isRefused);
    if (issue) return { outcome: issue };
    if (isOversizedPassword(current)) return { outcome: "wrong" };
    checkPassword.requireRoom();
    // Only the signed-in user can try: failures of other users at the same address must not block the change.
    const attempt = await throttle.attempt({ kind: "password_change", account: user.id }, () =>
      provenHash(user.id, current),
    );
    if ("outcome" in attempt) return attempt;
    if (attempt.proved === undefined) return { outcome: "wrong" };
    if (next.normalize("NFC") === current.normalize("NFC")) return { outcome: "same" };
    const passwordHash = await hashPassword(next);
    const others = (await sessions.list(user)).filter(({ id }) => id !== session.id);
    const change = { userId: user.id, replaces: attempt.proved, passwordHash };
    if (!(await writePassword(change, { ip, requestId, sessionId: session.id }))) return { outcome: "wrong" };
    // From here on sessions of the old password are invalid; only this session gets the stamp of the new one.
    await sessions.restamp(session, passwordHash);
    return { outcome: "changed", ended: others };
  };
}
