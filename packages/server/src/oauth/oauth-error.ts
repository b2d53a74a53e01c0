/** The error codes of RFC 6749 §5.2, RFC 7009 §2.2.1, RFC 8707 §2 and RFC 9101 §7 that these endpoints answer with. */
export const OAUTH_ERROR_CODES = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_token_type",
  "invalid_scope",
  "invalid_target",
  "invalid_request_object",
  "server_error",
  "temporarily_unavailable",
] as const;
export type OAuthErrorCode = (typeof OAUTH_ERROR_CODES)[number];

/** A refusal that the caller gets. The description never repeats a value of the caller. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string, options?: ErrorOptions) {
    super(description, options);
    this.code = code;
  }
}

/** A request with more in it than is kept. */
export class OversizedRequestError extends OAuthError {
  constructor(description: string) {
    super("invalid_request", description);
  }
}

/** A code or token that was never issued, presented by a client that proved nothing. Answered like any other refusal. */
export class GuessError extends OAuthError {}
