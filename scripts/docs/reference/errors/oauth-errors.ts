import type { OAuthErrorCode } from "../../../../packages/server/src/oauth/oauth-error.ts";
import type { ErrorText } from "./error-text.ts";

export const OAUTH_ERRORS: Readonly<Record<OAuthErrorCode, ErrorText>> = {
  invalid_request: {
    meaning:
      "A parameter is missing, repeated or malformed, the body is not a form, or credentials came in two ways. With status 413: the body is above 64 kB, or a pushed request has more than 8 kB of parameters",
    remedy: "Read the description and correct the request",
  },
  invalid_client: {
    meaning:
      "Client authentication failed: unknown, disabled or expired client, wrong secret, wrong method, or an assertion that does not hold, lives too long (`client_assertion_max_lifetime`) or was used before",
    remedy:
      "Check id and secret, and which method the client is registered for. Of an assertion the description says what is wrong; otherwise it does not say which of these it was",
  },
  invalid_grant: {
    meaning:
      "The code or refresh token is unknown, expired, used, not this client's, or over because of a new password, a withdrawn consent, a logout or an expired session; `redirect_uri` or `code_verifier` is not the one it goes with; at revocation: the token was issued to another client",
    remedy:
      "Send the user to `/oidc/auth` again. A wrong verifier, or the second use of a code or of an old refresh token, ends the delegation",
  },
  unauthorized_client: {
    meaning:
      "The client is known but may not use this grant type; a public client cannot use `client_credentials`",
    remedy: "Use an application of type `service` or `web`",
  },
  unsupported_grant_type: {
    meaning: "The grant type is not offered here",
    remedy: "See `grant_types_supported` in discovery",
  },
  invalid_scope: {
    meaning:
      "The scope is malformed: double spaces, characters outside the grammar, more than 100 items, an item above 256 characters. A scope that is merely refused is not an error",
    remedy: "Correct the scope; see `scope_rejected` for refused ones",
  },
  invalid_target: {
    meaning:
      "A requested `resource` is unknown, or the client holds nothing of it; or Licet's own API is named beside another for one token",
    remedy:
      "Check the identifier and the client's assignments. Request a token of its own for `{issuer}/api/v1`",
  },
  invalid_request_object: {
    meaning:
      "A pushed request object does not hold: its signature, its `iss`, `aud`, `client_id` or `exp`, or something that must not be in it",
    remedy: "Read the description, and sign a [new one](../guides/sign-in.md#sign-the-request)",
  },
  unsupported_token_type: {
    meaning: "`token_type_hint` names a kind of token that cannot be revoked",
    remedy: "Use `access_token`, or leave the hint out",
  },
  server_error: {
    meaning: "Something went wrong inside",
    remedy: "Try again; if it stays, report the request id",
  },
  temporarily_unavailable: {
    meaning:
      "The database does not answer, the request took longer than its [deadline](../reliability.md#one-deadline-for-each-request), this node cannot confirm that it is current, or it is [overloaded](../reliability.md#overload). With status 429: the caller has used up a [limit](../operations.md#limits)",
    remedy: "Try again after `Retry-After`",
  },
};
