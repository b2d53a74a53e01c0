import type { Client } from "../../accounts/entities.ts";
import type { ScopeDecision } from "../../permissions/decide-scopes.ts";
import type { TokenRequest } from "../token-request.ts";

/** What a grant type adds to the token endpoint: who acts, what is asked, and the decision about it. */
export interface Grant {
  readonly type: string;
  /** Refuses with an OAuthError; never issues anything itself. */
  authorize(request: TokenRequest, client: Client): Promise<Authorization>;
}

export interface Authorization {
  /** The `sub` of the token. */
  readonly subject: string;
  readonly decision: ScopeDecision;
}
