import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { AccessAccount, Application, RedirectRegistration, Secret, User } from "./entities.ts";
import type { Authentication, Session } from "./session.ts";

export type { Authentication, Session, SessionTimes } from "./session.ts";

/** An application or an access account with its secrets, expired ones included. */
export type ClientRow = {
  readonly secrets: readonly Secret[];
  /** See `Client`. */
  readonly recreatedAt?: EpochSeconds;
} & (
  | { readonly application: Application; readonly redirects: readonly RedirectRegistration[] }
  | { readonly accessAccount: AccessAccount }
);

export interface ClientStore {
  /** By client_id or access key. */
  find(clientId: string): Promise<{ readonly revision: number; readonly value: ClientRow | undefined }>;
  /** Remembers when secrets were last used; older times never overwrite newer ones. Not a change of state. */
  recordUse(lastUsed: ReadonlyMap<string, EpochSeconds>): Promise<void>;
}

export interface UserStore {
  find(id: string): Promise<{ readonly revision: number; readonly value: User | undefined }>;
  findIdByUsername(
    username: string,
  ): Promise<{ readonly revision: number; readonly value: string | undefined }>;
  /**
   * The users whose username or address has the same folded text (see `foldSignInName`), at most two. There are two only
   * where a version that did not compare names in this way has stored them.
   */
  findIdsBySignInName(name: string): Promise<readonly string[]>;
  /** Compared without case; undefined when several users have it. */
  findIdByEmail(email: string): Promise<{ readonly revision: number; readonly value: string | undefined }>;
}

/** Finds users whose names look alike (see `foldSignInName`). */
export interface LookAlikeStore {
  /** The ids of the next users. */
  listIds(after: string, limit: number): Promise<readonly string[]>;
  /** Corrects the folded names of users after an id up to another one, as a server of an older version left them. */
  correct(after: string, last: string): Promise<void>;
  /** The users of the same range with a name that looks like one of another user. */
  search(after: string, last: string): Promise<readonly string[]>;
  findResult(): Promise<string | undefined>;
  storeResult(result: string): Promise<void>;
}

export interface SessionStore {
  /** A new session; the one that this browser had before ends in the same transaction. */
  start(session: Session, tokenHash: string, replaces: string | undefined): Promise<void>;
  /** The same user proved again who they are: another token, another time, the same `id`. False when it has ended. */
  renew(
    id: string,
    tokenHash: string,
    now: { readonly authentication: Authentication; readonly passwordStamp: string },
  ): Promise<boolean>;
  /** The session of this token. Expired ones are included: the caller decides whether a session is still valid. */
  find(tokenHash: string): Promise<Session | undefined>;
  /** Never moves a time backwards. */
  touch(id: string, lastSeenAt: EpochSeconds): Promise<void>;
  /** The own password was changed in this session: it goes on with the new one. */
  restamp(id: string, passwordStamp: string): Promise<void>;
  /** Ends it, and every delegation begun in it that was not meant to outlive it. Gives what ended. */
  end(id: string, now: EpochSeconds): Promise<Session | undefined>;
  listOfUser(userId: string): Promise<readonly Session[]>;
  /**
   * Ends all sessions and all delegations of a user, offline ones included; `except` is a session that goes on, with
   * what was begun in it. Gives the sessions that ended.
   */
  endAllOfUser(userId: string, now: EpochSeconds, except?: string): Promise<readonly Session[]>;
}

/** The issuer of a password reset link and its permissions: plain data, checked again when the link is used. */
export interface ResetIssuer {
  /** The principal whose permissions count: `user:usr_…`, or `application:…` for a client that acted for itself. */
  readonly principal: string;
  /** As presented: an application's id or an access key. */
  readonly clientId: string;
  readonly applicationId: string;
  /** The permissions of Licet that the token carried. */
  readonly permissions: readonly string[];
  readonly ip: string;
}

/** A link with which a user may choose a new password. */
export interface PasswordReset {
  readonly tokenHash: string;
  readonly userId: string;
  /** See `passwordStamp`: the password it was made to replace. Once that is another, the link is of no more use. */
  readonly passwordStamp: string;
  readonly issuer: ResetIssuer;
  readonly expiresAt: EpochSeconds;
}

export interface PasswordResetStore {
  /** Takes the place of any that this user had. */
  issue(reset: PasswordReset): Promise<void>;
  /** Not those that were spent or replaced. Expired ones too: whether it still counts is the caller's question. */
  find(tokenHash: string): Promise<PasswordReset | undefined>;
  /** One statement: of many callers exactly one gets true. */
  spend(tokenHash: string, now: EpochSeconds): Promise<boolean>;
}

export interface CountedAttempts {
  readonly attempts: number;
  readonly windowEndsAt: EpochSeconds;
}

/** How often something was tried within a stretch of time. Counted before the attempt, so that parallel ones count. */
export interface AttemptStore {
  /**
   * One more attempt for each key, in one transaction; the first after `windowSeconds` begins anew. Keys are hashed or
   * bounded by the caller. The key of `within` counts first, and the others only if its count is not above `most`. In the
   * order of their characters it is before the others: rows are locked in this order.
   */
  count(
    keys: readonly string[],
    now: EpochSeconds,
    windowSeconds: number,
    within?: { readonly key: string; readonly most: number },
  ): Promise<ReadonlyMap<string, CountedAttempts>>;
  /** The counts whose window is not over. Increments nothing. */
  find(keys: readonly string[], now: EpochSeconds): Promise<ReadonlyMap<string, CountedAttempts>>;
  /** The attempt was no offence: takes one back from each key, and forgets those of `clear` altogether. */
  forgive(keys: readonly string[], clear: readonly string[]): Promise<void>;
}

/** Finds published credentials, of every owner. */
export interface PublishedCredentialStore {
  /** The secrets with one of these hashes, expired ones included. */
  findSecrets(hashes: readonly string[]): Promise<readonly Secret[]>;
  /** The users whose password hash has a salt that begins with this mark, as it is written. */
  findUsers(mark: string): Promise<readonly User[]>;
}
