import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { User } from "../accounts/entities.ts";
import type { SessionTimes } from "../accounts/session.ts";
import type { Consent, ConsentItem } from "./consent.ts";
import type { Delegation, DelegationState, RefreshState } from "./delegation.ts";
import type { FinishedInteraction, Interaction, StoredInteraction } from "./interaction.ts";

export type { Consent, ConsentItem } from "./consent.ts";
export type { Delegation, DelegationState, RefreshState } from "./delegation.ts";
export type { FinishedInteraction, Interaction, StoredInteraction } from "./interaction.ts";

export interface AssertionStore {
  /** Spends the identifier of a client assertion until it expires anyway. False when it was spent before (RFC 7523 §3). */
  spend(clientId: string, jti: string, expiresAt: EpochSeconds): Promise<boolean>;
}

export interface RevocationStore {
  /** Remembers a revoked token until it would have expired. False when it was revoked before. */
  revoke(token: RevokedToken): Promise<boolean>;
  isRevoked(tokenId: string): Promise<boolean>;
  /** The same, with the revision as of which it is so. */
  readRevoked(tokenId: string): Promise<{ readonly revision: number; readonly value: boolean }>;
}

export interface RevokedToken {
  /** Its `jti`. */
  readonly id: string;
  /** Identifiers of resources. */
  readonly audience: readonly string[];
  readonly expiresAt: EpochSeconds;
  /** Whether nodes remember that it was not revoked. Then this is a commit, and they learn of it as of any other. */
  readonly isRemembered?: boolean;
}

/** Something after which access tokens are invalid before they expire. */
export interface LoggedRevocation {
  readonly position: number;
  /**
   * - token: the token with this `jti`
   * - delegation: every token that rests on it
   * - subject: every token of this user, application or access account that was issued until `issuedBefore`
   */
  readonly kind: "token" | "delegation" | "subject";
  readonly id: string;
  /** Given for a subject. Later tokens are not concerned. */
  readonly issuedBefore?: EpochSeconds;
  /** Names or identifiers of the resources whose tokens it concerns. Absent: tokens of any resource. */
  readonly resources?: readonly string[];
  /** No token that it concerns is valid for longer. */
  readonly until: EpochSeconds;
}

/**
 * The log of revocations. What ends tokens is written by the transactions that do so, without a position: they need not
 * wait for each other. Before it is read, the log gives positions to all that was committed.
 */
export interface RevocationLog {
  /**
   * The entries after a position that still matter at `now`, the oldest first, from one snapshot. `newest` is the last
   * position that was given.
   */
  listAfter(
    position: number,
    limit: number,
    now: EpochSeconds,
  ): Promise<{ readonly newest: number; readonly entries: readonly LoggedRevocation[] }>;
}

export interface DelegationStore {
  insert(delegation: Delegation, codeHash: string): Promise<void>;
  /** Without its session, of which `redeem` tells. */
  findByCode(codeHash: string): Promise<Omit<DelegationState, "session"> | undefined>;
  find(id: string): Promise<DelegationState | undefined>;
  /**
   * Spends the code, and begins the chain of refresh tokens where there is one. One statement: of many callers exactly
   * one gets an answer. Undefined when it was spent, has expired, or the delegation was ended.
   */
  redeem(codeHash: string, redemption: CodeRedemption): Promise<Redemption | undefined>;
  /** Puts a successor in the place of the current refresh token. One statement: exactly one caller gets true. */
  rotate(id: string, rotation: Rotation): Promise<boolean>;
  /** Ends it. Already ended ones keep their first end. */
  end(id: string, now: EpochSeconds): Promise<void>;
}

export interface CodeRedemption {
  readonly now: EpochSeconds;
  readonly refresh: NewChain | undefined;
  /** As in a rotation. */
  readonly tokensUntil: EpochSeconds;
}

/**
 * `session` as in the state of a delegation, and the user as the database has it in this moment: this node may not have
 * heard of a change yet. Whether both still count is the caller's question.
 */
export interface Redemption {
  readonly session?: SessionTimes;
  readonly user?: Pick<User, "enabled" | "passwordHash">;
}

export type NewChain = Pick<RefreshState, "currentHash" | "idleExpiresAt" | "absoluteExpiresAt">;

export interface Rotation {
  readonly presentedHash: string;
  readonly successorHash: string;
  readonly sealedSuccessor: string;
  readonly now: EpochSeconds;
  readonly idleExpiresAt: EpochSeconds;
  /** No access token that is issued now is valid for longer. */
  readonly tokensUntil: EpochSeconds;
}

/** Bounds how many live rows a holder can have. */
export interface Hold {
  /** The holder: `address:192.0.2.7`, `user:usr_…`, `client:shop`. */
  readonly holder: string;
  /** How many live ones at most. */
  readonly most: number;
  readonly now: EpochSeconds;
  /**
   * True: beyond the bound the oldest row is deleted for the new one. For a holder shared by all callers, since
   * strangers could otherwise block all others.
   */
  readonly isShared?: boolean;
}

export interface InteractionStore {
  /**
   * False, and nothing is stored, when the holder has too many without a sign-in. Counted in the statement
   * that stores it: parallel requests exceed the bound by no more than the connections of the nodes. First deletes the
   * oldest ones of the same browser, so that at most `othersOfBrowser` are left beside the new one.
   */
  insert(
    idHash: string,
    interaction: StoredInteraction,
    within?: { readonly hold?: Hold; readonly othersOfBrowser?: number },
  ): Promise<boolean>;
  /** Not those that were answered. Expired ones too: whether it still counts is the caller's question. */
  find(idHash: string): Promise<StoredInteraction | undefined>;
  noteSignIn(idHash: string, signedIn: NonNullable<Interaction["signedIn"]>): Promise<void>;
  /** One statement: of many callers exactly one gets true, be it of this or of `finish`. */
  consume(idHash: string, now: EpochSeconds): Promise<boolean>;
  /** The same, and this is left of it until it would have expired. */
  finish(
    idHash: string,
    now: EpochSeconds,
    left: Pick<FinishedInteraction, "applicationId" | "sessionId" | "uiLocales">,
  ): Promise<boolean>;
  findFinished(idHash: string): Promise<FinishedInteraction | undefined>;
  /** Ends all interactions of a browser. */
  endAllOfBrowser(browserHash: string): Promise<void>;
}

export interface ConsentStore {
  /** Expired items too. */
  find(userId: string, applicationId: string): Promise<readonly ConsentItem[]>;
  /** Earlier answers about other items stay. */
  remember(userId: string, applicationId: string, items: readonly ConsentItem[]): Promise<void>;
  listOfUser(userId: string): Promise<readonly Consent[]>;
  /**
   * Forgets what was said, about one item or about all, and ends every delegation of this user to this application in
   * the same transaction.
   */
  withdraw(userId: string, applicationId: string, now: EpochSeconds, scope?: string): Promise<void>;
}

export interface PushedRequestStore {
  /** False, and nothing is stored, when the holder has enough live ones. */
  insert(idHash: string, pushed: PushedRequest, hold?: Hold): Promise<boolean>;
  /** Not those that were spent. Expired ones too. */
  find(idHash: string): Promise<PushedRequest | undefined>;
  /** A sign-in began with it: until then it can be spent, even though it has expired. Never shortens that time. */
  keep(idHash: string, until: EpochSeconds): Promise<void>;
  /** One statement: of many callers exactly one gets true. */
  spend(idHash: string, now: EpochSeconds): Promise<boolean>;
}

/** RFC 9126: the parameters of an authorization request, given by an authenticated client beforehand. */
export interface PushedRequest {
  /** As presented: an application's id or one of its access keys. */
  readonly clientId: string;
  /** application/x-www-form-urlencoded, without the client's credentials. */
  readonly parameters: string;
  readonly expiresAt: EpochSeconds;
}

/** A logout token that has yet to reach an application (OpenID Connect Back-Channel Logout §2.5). */
export interface LogoutDelivery {
  readonly id: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly attempts: number;
}

export interface LogoutDeliveryStore {
  /** Takes at most `limit` that are due and hides them until `leaseUntil`, counting one more attempt for each. */
  take(now: EpochSeconds, leaseUntil: EpochSeconds, limit: number): Promise<readonly LogoutDelivery[]>;
  done(id: string): Promise<void>;
  retryAt(id: string, at: EpochSeconds): Promise<void>;
}

export interface LogoStore {
  find(applicationId: string): Promise<Logo | undefined>;
  /** Of these applications, those that have one. */
  listOwners(applicationIds: readonly string[]): Promise<ReadonlySet<string>>;
  put(applicationId: string, logo: Logo): Promise<void>;
  remove(applicationId: string): Promise<void>;
}

/** A picture that an administrator uploaded: served from our own origin, never fetched from elsewhere. */
export interface Logo {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  readonly bytes: Uint8Array;
  /** Of the bytes: part of its address, so that it can be cached for ever. */
  readonly digest: string;
}
