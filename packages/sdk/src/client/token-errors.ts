import { LicetError, type LicetErrorCode } from "../common/licet-error.ts";

/** RFC 6749 §5.2: the refusal in the words of the server, or of the SDK where the server said nothing. */
export interface TokenFailure {
  /** The code: `invalid_client`, `invalid_scope`, …; `issuer_unavailable` and others are the SDK's own. */
  readonly error: string;
  readonly description: string;
  /** What the developer or operator can do about it. */
  readonly advice: string;
  readonly status?: number | undefined;
  /** `x-request-id`: names the request in the logs and in the audit log of Licet. */
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** There is no token. The message never holds a token or a secret. */
export class TokenError extends LicetError implements TokenFailure {
  override readonly name: string = "TokenError";
  readonly error: string;
  readonly description: string;
  readonly advice: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: LicetErrorCode, failure: TokenFailure, options?: ErrorOptions) {
    super(code, `${failure.error}: ${failure.description}. ${failure.advice}`, options);
    this.error = failure.error;
    this.description = failure.description;
    this.advice = failure.advice;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/** Licet refused the request: asking again changes nothing. */
export class TokenRefusedError extends TokenError {
  override readonly name = "TokenRefusedError";

  constructor(failure: TokenFailure, options?: ErrorOptions) {
    super("token_refused", failure, options);
  }
}

/** Licet could not be reached, or could not answer now. `retryAfterSeconds` is there if it said when to ask again. */
export class IssuerUnavailableError extends TokenError {
  override readonly name = "IssuerUnavailableError";

  constructor(failure: TokenFailure, options?: ErrorOptions) {
    super("unavailable", failure, options);
  }
}

/** What answered at the issuer is not the expected server, or not OAuth. */
export class WrongIssuerError extends TokenError {
  override readonly name = "WrongIssuerError";

  constructor(failure: TokenFailure, options?: ErrorOptions) {
    super("wrong_issuer", failure, options);
  }
}

/** `fetch` was called with a URL that its token is not for. Nothing was sent. */
export class ForbiddenOriginError extends TokenError {
  override readonly name = "ForbiddenOriginError";

  constructor(failure: TokenFailure, options?: ErrorOptions) {
    super("forbidden_origin", failure, options);
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  invalid_client:
    "Check clientId and clientSecret: the secret may have been rotated or have expired, and the application may be disabled or registered for another authentication method",
  unauthorized_client: "Use an application of type service or web: a public client gets no token for itself",
  invalid_scope: "Correct the scope: at most 100 items of printable ASCII, such as orders:read",
  invalid_target:
    "Name the identifier of a resource that is registered in Licet, and give the application a permission there: without any, it gets the same answer. Licet's own API needs a token of its own",
  invalid_request: "Name a scope, or a resource to get everything that is granted there",
  unsupported_grant_type: "The server does not offer client_credentials: check the issuer",
};

export const adviceFor = (error: string): string =>
  ADVICE[error] ?? "Look up the request in the audit log of Licet by its request id";
