import { boundSignInName, foldSignInName, MAX_SIGN_IN_NAME } from "../core/values/fold-sign-in-name.ts";
import type { User } from "./entities.ts";
import type { KnownDevice } from "./known-devices.ts";
import type { LoginThrottle, Throttled } from "./login-throttle.ts";
import type { CheckPassword } from "./passwords/check-password.ts";
import { isOversizedPassword } from "./passwords/password.ts";
import type { Users } from "./users.ts";

export interface SignInRequest {
  /** A username or an email address, as typed. */
  readonly account: string;
  readonly password: string;
  /** The network address, as limits count it. */
  readonly address: string | undefined;
  /** The users who have signed in before in this browser. */
  readonly devices: readonly KnownDevice[];
}

/** The user learns which of the four it was and nothing more; the other members are for the audit log. */
export type SignInOutcome =
  | { readonly outcome: "signed_in"; readonly user: User }
  | { readonly outcome: "wrong"; readonly reason: SignInFailure; readonly userId?: string }
  | Throttled
  | { readonly outcome: "oversized" };
/** `locked`: not looked at, because of wrong passwords under another name of the user. */
export type SignInFailure = "unknown_user" | "disabled" | "no_password" | "wrong_password" | "locked";

export type SignIn = (request: SignInRequest) => Promise<SignInOutcome>;

export function createSignIn(options: {
  readonly users: Pick<Users, "find" | "findByEmail">;
  readonly throttle: LoginThrottle;
  readonly checkPassword: CheckPassword;
}): SignIn {
  const { users, throttle, checkPassword } = options;

  const findUser = async (typed: string): Promise<User | undefined> => {
    const account = boundSignInName(typed).normalize("NFC");
    // Users sign in with their username or email address, never with an id.
    if (account.length > MAX_SIGN_IN_NAME || account.startsWith("usr_") || account.includes("\0"))
      return undefined;
    const user = await users.find(account);
    return user ?? (account.includes("@") ? users.findByEmail(account) : undefined);
  };

  /**
   * Finds the device by the users who have signed in here, never by the typed name: only a browser that already knows
   * the name can notice whether it exists. The typed name must lead to that very user: names of two users may differ in
   * their case alone, and the browser of one has no attempts for the password of the other.
   */
  const findDevice = async (
    account: string,
    devices: readonly KnownDevice[],
  ): Promise<KnownDevice | undefined> => {
    const typed = foldSignInName(account);
    for (const device of devices) {
      const user = await users.find(device.userId);
      const names = user ? [user.username, user.email] : [];
      const isTyped = names.some((name) => name !== undefined && foldSignInName(name) === typed);
      if (isTyped && (await findUser(account))?.id === device.userId) return device;
    }
    return undefined;
  };

  return async ({ account, password, address, devices }) => {
    if (isOversizedPassword(password)) return { outcome: "oversized" };
    checkPassword.requireRoom();
    const device = await findDevice(account, devices);
    const user = await findUser(account);
    const attempt = await throttle.attempt(
      { kind: "sign_in", account, user, address, device },
      async (isLocked) => {
        // The same work for every name, so that the response time does not reveal which users exist.
        const passwordHash = user?.enabled && !isLocked ? user.passwordHash : undefined;
        return (await checkPassword(password, passwordHash)) ? user : undefined;
      },
    );
    if ("outcome" in attempt) return attempt;
    if (attempt.proved) return { outcome: "signed_in", user: attempt.proved };
    const reason = attempt.isLocked ? "locked" : failureOf(user);
    return { outcome: "wrong", reason, ...(user && { userId: user.id }) };
  };
}

function failureOf(user: User | undefined): Exclude<SignInFailure, "locked"> {
  if (!user) return "unknown_user";
  if (!user.enabled) return "disabled";
  return user.passwordHash === undefined ? "no_password" : "wrong_password";
}
