/** Clients and users as stored: plain values, no behaviour. */

import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { AccessAccount } from "../directory/kinds/access-account.ts";
import type { Application } from "../directory/kinds/application.ts";
import type { Secret } from "../directory/kinds/secret.ts";

export type { AccessAccount } from "../directory/kinds/access-account.ts";
export type {
  Application,
  ApplicationType,
  ClientAuthenticationMethod,
  DelegatedScope,
  IdTokenClaims,
} from "../directory/kinds/application.ts";
export type { Secret } from "../directory/kinds/secret.ts";
export type { User } from "../directory/kinds/user.ts";

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
