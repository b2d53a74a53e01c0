/** Clients and users as stored: plain values, no behaviour. */

import type { Attributes } from "@licet/engine/values/attributes.ts";
import type { EpochSeconds } from "@licet/engine/values/time.ts";

/** `web` and `service` keep a secret; `spa` and `native` run where everyone can read it, so they have none. */
export type ApplicationType = "service" | "web" | "spa" | "native";

export type ClientAuthenticationMethod =
  | "client_secret_post"
  | "client_secret_basic"
  | "private_key_jwt"
  | "none";

/** A scope that an application may ask for on behalf of users, and how the consent page treats it. */
export interface DelegatedScope {
  /** A permission of the catalogue, `<resource>:*`, or an OpenID Connect scope. */
  readonly scope: string;
  readonly consent: "required" | "optional" | "implicit";
}

/** How much an ID token says about its user: all that userinfo would (OpenID Connect Core §5.4), or who it is. */
export type IdTokenClaims = "profile" | "minimal";

export interface Application {
  /** The client_id: `app_…` when generated. */
  readonly id: string;
  readonly name: string;
  readonly type: ApplicationType;
  readonly enabled: boolean;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly requirePkce: boolean;
  /** True: no consent page. */
  readonly firstParty: boolean;
  readonly delegated: readonly DelegatedScope[];
  /** When set, the only method accepted from this client (RFC 7591 §2); otherwise its secret may come either way. */
  readonly authenticationMethod?: ClientAuthenticationMethod;
  /** Public keys for `private_key_jwt`, given inline. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
  readonly idTokenAlgorithm: "RS256" | "ES256";
  readonly idTokenClaims: IdTokenClaims;
  /** RFC 9126 §6: true refuses authorization requests that were not pushed. */
  readonly requirePushedRequests: boolean;
  /** RFC 9101 §10.5: true refuses authorization requests whose parameters are not signed. */
  readonly requireSignedRequestObject: boolean;
  /** How far in the future an assertion of `private_key_jwt` may expire. */
  readonly clientAssertionMaxLifetimeSeconds: number;
  /** Resources this application is the server of: it may introspect tokens issued for them (RFC 7662 §4). */
  readonly serves: readonly string[];
  /** Shown on the consent page. */
  readonly homePage?: string;
  /** OpenID Connect Back-Channel Logout §2.2. */
  readonly backchannelLogoutUri?: string;
}

/**
 * The time since when an application has an address. Only the commit that adds the address sets it, and an address
 * that was removed and added again is new. Earlier consents of users do not cover it.
 */
export interface RedirectRegistration {
  /** See `redirectAddress`. */
  readonly address: string;
  /** The revision that added it. Commits have one order on all nodes, and clocks have not. */
  readonly revision: number;
  readonly at: EpochSeconds;
}

/** A key pair of one application. It acts for its application, never beyond it. */
export interface AccessAccount {
  /** `ak_…`: the client_id it presents and the `sub` of its tokens. */
  readonly accessKey: string;
  readonly applicationId: string;
  readonly name?: string;
  readonly enabled: boolean;
  readonly expiresAt?: EpochSeconds;
  /**
   * Permissions (or `<resource>:*`) that it may have of what its application holds; its own assignments widen it. Absent:
   * whatever its application holds.
   */
  readonly ceiling?: readonly string[];
}

/** One live secret of an application or an access account. Several may be live, so that they can be rotated. */
export interface Secret {
  readonly id: string;
  /** The client_id or the access key it belongs to. */
  readonly owner: string;
  /** A keyed hash; the secret itself is shown once and never stored. */
  readonly hash: string;
  /** The last four characters, to tell secrets apart. */
  readonly hint: string;
  readonly createdAt: EpochSeconds;
  readonly expiresAt?: EpochSeconds;
  readonly lastUsedAt?: EpochSeconds;
}

export interface User {
  readonly id: string;
  readonly username: string;
  readonly enabled: boolean;
  readonly email?: string;
  readonly name?: string;
  readonly attributes: Attributes;
  /** argon2id, in PHC string format. Absent: this user cannot sign in with a password. */
  readonly passwordHash?: string;
}

/** The client that presents a client_id: an application, or an access account together with its application. */
export interface Client {
  readonly id: string;
  readonly application: Application;
  /** One for each address of the application. */
  readonly redirects: readonly RedirectRegistration[];
  readonly accessAccount?: AccessAccount;
  readonly secrets: readonly Secret[];
  /**
   * Given when a deleted client had this id: the time when the present one was created. Tokens and sign-ins of the
   * former client are not later and do not count. The time comes from the clock of the node that created the client,
   * like the times of tokens, or of the node that deleted the former one when that clock is ahead.
   */
  readonly recreatedAt?: EpochSeconds;
}
