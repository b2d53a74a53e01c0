import type { Rules } from "../rules.ts";
import { cleanText } from "./clean-text.ts";
import type { Namer } from "./create-namer.ts";
import type { Notes } from "./create-notes.ts";
import { displayNameOf } from "./display-name.ts";

export interface NewUser {
  readonly username: string;
  readonly email?: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name?: string | undefined;
  readonly enabled: boolean;
  /** Conditions rely on them, so what users surely write themselves is no attribute. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Only administrators could write the attributes. */
  readonly areAttributesTrusted?: boolean;
  /** The `sub` of the user's tokens so far. Licet gives out another, so applications need it to find their data. */
  readonly formerSub?: string | undefined;
  /** In the clear. */
  readonly password?: string | undefined;
}

export interface Users {
  add(key: string, user: NewUser): string;
  entries(): readonly unknown[];
}

const NO_PASSWORD =
  "hashes of passwords cannot be taken over; give each user a new password (licet user password) or a one-time link from the console";

const UNCERTAIN_ATTRIBUTES =
  "users may have been able to change attributes themselves; check that before a condition relies on one";

export function createUsers(names: Namer, notes: Notes, rules: Rules): Users {
  const entries = new Map<string, unknown>();
  const emails = new Set<string>();
  const takeEmail = (username: string, email: string | undefined): string | undefined => {
    if (email === undefined) return undefined;
    const isAddress = rules.isEmailAddress(email);
    if (!isAddress || emails.has(email.toLowerCase())) {
      const why = isAddress ? "another user has the address already" : "it is no email address";
      notes.leaveOut(`email address of user ${username}`, why);
      return undefined;
    }
    emails.add(email.toLowerCase());
    return email;
  };
  return {
    entries: () => [...entries.values()],
    add(key, user) {
      const username = names.assign("username", key, user.username);
      if (entries.has(username)) return username;
      const email = takeEmail(username, user.email);
      const name = displayNameOf(user.name);
      const attributes = {
        ...takeAttributes(username, user, notes),
        ...(email !== undefined && user.isEmailVerified && { email_verified: true }),
      };
      if (!user.areAttributesTrusted && Object.keys(user.attributes ?? {}).length > 0)
        notes.toDo(`attributes of user ${username}`, UNCERTAIN_ATTRIBUTES);
      const hasPassword = user.password !== undefined && rules.isUsablePassword(user.password);
      if (!hasPassword) notes.toDo(`user ${username}`, NO_PASSWORD);
      entries.set(username, {
        username,
        ...(hasPassword && { password: user.password }),
        ...(email !== undefined && { email }),
        ...(name !== undefined && { name }),
        ...(Object.keys(attributes).length > 0 && { attributes }),
        ...(!user.enabled && { enabled: false }),
      });
      return username;
    },
  };
}

function takeAttributes(
  username: string,
  { attributes = {}, formerSub }: NewUser,
  notes: Notes,
): Readonly<Record<string, unknown>> {
  const usable = Object.entries(attributes).filter(([key, value]) => {
    // Tokens would call the address verified. The export has another member for that.
    if (key === "email_verified") return false;
    const isUsable =
      isStorable(key) && isStorable(JSON.stringify(value) ?? "\0") && !hasPrototypeKey({ [key]: value });
    if (!isUsable)
      notes.leaveOut(
        `attribute ${JSON.stringify(key.slice(0, 100))} of user ${username}`,
        "a configuration file cannot contain it",
      );
    return isUsable;
  });
  const sub = cleanText(formerSub, 300);
  return { ...Object.fromEntries(usable), ...(sub !== undefined && { former_sub: sub }) };
}

/** NUL and half a character: in JSON also as an escape. */
const isStorable = (text: string): boolean => text.isWellFormed() && !/\0|\\u0000|\\ud[89a-f]/i.test(text);
const hasPrototypeKey = (value: unknown): boolean => JSON.stringify(value).includes('"__proto__":');
