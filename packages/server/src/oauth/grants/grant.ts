import type { ScopeDecision } from "@licet/engine/internal/decide-scopes.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Client, User } from "../../accounts/entities.ts";
import type { Awaitable } from "../../core/async/awaitable.ts";
import type { Delegation } from "../delegation.ts";
import type { Form } from "../form.ts";
import type { Origin, TokenRequest } from "../token-request.ts";

/** A grant type as the token endpoint knows it. */
export interface Grant {
  readonly type: string;
  authorize(request: TokenRequest, client: Client): Awaitable<Authorization>;
}

/** A grant type of the token endpoint: its request, its subject, and the decision about the requested scopes. */
export interface GrantType<Request> {
  readonly type: string;
  /** Throws OAuthError when a parameter is missing. Called once the client is authenticated. */
  parse(form: Form): Request;
  /** Refuses with an OAuthError; never issues anything itself. One-time values are spent here, last. */
  authorize(request: Request, client: Client, origin: Origin): Awaitable<Authorization>;
}

/** The form is read here and nowhere below. */
export const createGrant = <Request>({ type, parse, authorize }: GrantType<Request>): Grant => ({
  type,
  authorize: ({ form, origin }, client) => authorize(parse(form), client, origin),
});

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
