import type { Client } from "../accounts/entities.ts";
import { isPublicClient } from "../accounts/public-application.ts";
import type { Delegation } from "./delegation.ts";
import { OAuthError } from "./oauth-error.ts";

/**
 * A code or a refresh token was presented again after its use: somebody else has it (RFC 6749 §10.5, RFC 9700 §4.14.2).
 * The caller is told what every other invalid grant is told; the audit log names it.
 */
export class ReplayError extends OAuthError {
  readonly kind: "code" | "refresh_token";
  readonly delegation: Delegation;
  /** The caller proved nothing: whoever has one used token can present it as often as they like. */
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
