import type { Client, User } from "../../accounts/entities.ts";
import type { EpochSeconds } from "../../core/time.ts";
import type { ScopeDecision } from "../../permissions/decide-scopes.ts";
import type { Delegation } from "../delegation.ts";
import type { TokenRequest } from "../token-request.ts";

/** What a grant type adds to the token endpoint: who acts, what is asked, and the decision about it. */
export interface Grant {
  readonly type: string;
  /** Refuses with an OAuthError; never issues anything itself. What can be used once is spent here, last. */
  authorize(request: TokenRequest, client: Client): Promise<Authorization>;
}

export interface Authorization {
  /** The `sub` of the token. */
  readonly subject: string;
  readonly decision: ScopeDecision;
  /** Given when the client acts for a user. */
  readonly onBehalf?: {
    readonly user: User;
    readonly delegation: Delegation;
    /** OpenID Connect Core §12.2: an ID token that comes with a refresh carries no nonce. */
    readonly nonce?: string;
    readonly refreshToken?: string;
    /** The absolute end of the session, where the delegation does not outlive it. */
    readonly sessionExpiresAt?: EpochSeconds;
  };
}
