import type { Client } from "../accounts/entities.ts";
import { isPublicClient } from "../accounts/public-application.ts";
import type { Delegation } from "./delegation.ts";
import { OAuthError } from "./oauth-error.ts";

export const REPLAYED_KINDS = ["code", "refresh_token"] as const;

/**
 * A code or a refresh token was presented again after its use: an attacker may have it (RFC 6749 §10.5, RFC 9700
 * §4.14.2). The caller gets the answer of every other invalid grant; the audit log names the replay.
 */
export class ReplayError extends OAuthError {
  readonly kind: (typeof REPLAYED_KINDS)[number];
  readonly delegation: Delegation;
  /** The caller is a public client: a holder of one used token can present it any number of times. */
  readonly isByPublicClient: boolean;

  constructor(
    kind: ReplayError["kind"],
    description: string,
    { delegation, client }: { readonly delegation: Delegation; readonly client: Client },
  ) {
    super("invalid_grant", description);
    this.kind = kind;
    this.delegation = delegation;
    this.isByPublicClient = isPublicClient(client);
  }
}
