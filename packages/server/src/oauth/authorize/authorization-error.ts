import type { TrustedRedirect } from "./trusted-redirect.ts";

/** RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6, RFC 8707 §2, RFC 9101 §7, RFC 9126 §4 and Unmet Authentication Requirements §2. */
export const AUTHORIZATION_ERROR_CODES = [
  "invalid_request",
  "unauthorized_client",
  "access_denied",
  "unsupported_response_type",
  "invalid_scope",
  "invalid_target",
  "login_required",
  "account_selection_required",
  "consent_required",
  "request_not_supported",
  "invalid_request_object",
  "request_uri_not_supported",
  "registration_not_supported",
  "unmet_authentication_requirements",
] as const;
export type AuthorizationErrorCode = (typeof AUTHORIZATION_ERROR_CODES)[number];

/** A refusal that is sent to the application, at its registered address. */
export class AuthorizationError extends Error {
  override readonly name = "AuthorizationError";
  readonly code: AuthorizationErrorCode;
  readonly redirect: TrustedRedirect;

  constructor(code: AuthorizationErrorCode, description: string, redirect: TrustedRedirect) {
    super(description);
    this.code = code;
    this.redirect = redirect;
  }
}

/** Problems of a request that must be answered on a page of our own, never by a redirect (RFC 6749 §4.1.2.1). */
export const UNTRUSTED_PROBLEMS = [
  "unreadable",
  "unknown_client",
  "missing_redirect_uri",
  "unregistered_redirect_uri",
  "invalid_request_uri",
  "invalid_request_object",
] as const;
export type UntrustedProblem = (typeof UNTRUSTED_PROBLEMS)[number];

export class UntrustedRequestError extends Error {
  override readonly name = "UntrustedRequestError";
  readonly problem: UntrustedProblem;

  constructor(problem: UntrustedProblem, description: string) {
    super(description);
    this.problem = problem;
  }
}
