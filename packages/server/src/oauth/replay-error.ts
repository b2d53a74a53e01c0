import type { Delegation } from "./delegation.ts";
import { OAuthError } from "./oauth-error.ts";

/**
 * A code or a refresh token was presented again after its use: somebody else has it (RFC 6749 §10.5, RFC 9700 §4.14.2).
 * The caller is told what every other invalid grant is told; the audit log names it.
 */
export class ReplayError extends OAuthError {
  readonly kind: "code" | "refresh_token";
  readonly delegation: Delegation;

  constructor(kind: ReplayError["kind"], delegation: Delegation, description: string) {
    super("invalid_grant", description);
    this.kind = kind;
    this.delegation = delegation;
  }
}
