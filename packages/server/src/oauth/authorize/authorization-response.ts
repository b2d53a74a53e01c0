import type { ScopeDecision } from "@licet/engine/internal/decide-scopes.ts";
import { appendQuery } from "../append-query.ts";
import type { Delegation } from "../delegation.ts";
import type { AuthorizationError, AuthorizationErrorCode } from "./authorization-error.ts";
import type { TrustedRedirect } from "./trusted-redirect.ts";

/** The response to the application, through the browser (RFC 6749 §4.1.2). */
export interface AuthorizationResponse {
  readonly redirect: TrustedRedirect;
  readonly parameters: Readonly<Record<string, string>>;
  /** For the audit log. `decision` is what could be had; what the user left out of it is not in the delegation. */
  readonly outcome:
    | { readonly delegation: Delegation; readonly decision: ScopeDecision }
    | {
        readonly applicationId: string;
        readonly error: AuthorizationErrorCode;
        readonly description: string;
      };
}

export const codeResponse = (
  issuer: string,
  redirect: TrustedRedirect,
  code: string,
  outcome: { readonly delegation: Delegation; readonly decision: ScopeDecision },
): AuthorizationResponse => ({ redirect, parameters: parametersOf({ code }, redirect, issuer), outcome });

export const errorResponse = (issuer: string, error: AuthorizationError): AuthorizationResponse => ({
  redirect: error.redirect,
  parameters: parametersOf({ error: error.code, error_description: error.message }, error.redirect, issuer),
  outcome: { applicationId: error.redirect.applicationId, error: error.code, description: error.message },
});

/** `state` byte for byte, and `iss` on every response (RFC 9207 §2), refusals included. */
const parametersOf = (
  result: Readonly<Record<string, string>>,
  { state }: TrustedRedirect,
  issuer: string,
): Readonly<Record<string, string>> => ({ ...result, ...(state !== undefined && { state }), iss: issuer });

export const locationOf = ({ redirect, parameters }: AuthorizationResponse): string =>
  appendQuery(redirect.uri, parameters);
