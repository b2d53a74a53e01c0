import type { FastifyReply } from "fastify";
import { TooManyRequestsError, TooMuchWorkError, UnavailableError } from "../../core/errors/errors.ts";
import { OAuthError, type OAuthErrorCode, OversizedRequestError } from "../../oauth/oauth-error.ts";
import { BasicAuthenticationError } from "../../oauth/presented-credentials.ts";
import { closeAfterAnswer } from "../connection/close-after-answer.ts";
import { findStatus, retryAfterSeconds } from "../problems.ts";
import { FORM_TYPE } from "./form-body.ts";

/** RFC 6749 §5.2. The status of each error code of the OAuth endpoints. */
export const OAUTH_ERROR_STATUS: Record<OAuthErrorCode, 400 | 401 | 500 | 503> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_request_object: 400,
  server_error: 500,
  temporarily_unavailable: 503,
};

/** RFC 7617 §2. */
export const BASIC_CHALLENGE = 'Basic realm="licet", charset="UTF-8"';

export function sendOAuthError(reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = asOAuthError(error);
  closeAfterAnswer(reply);
  reply.status(httpStatusOf(error) ?? OAUTH_ERROR_STATUS[refusal.code]);
  if (refusal instanceof BasicAuthenticationError) reply.header("www-authenticate", BASIC_CHALLENGE);
  if (refusal.code === "temporarily_unavailable")
    reply.header("retry-after", String(retryAfterSeconds(error)));
  return reply.send({ error: refusal.code, error_description: refusal.message });
}

/** The status of a failure of HTTP rather than OAuth: RFC 6585 §4, RFC 9110 §15.5.14, RFC 9126 §2.3. */
function httpStatusOf(error: unknown): 413 | 429 | undefined {
  if (error instanceof TooManyRequestsError) return 429;
  return error instanceof OversizedRequestError || findStatus(error) === 413 ? 413 : undefined;
}

/** The error for the caller. An unexpected error reveals nothing about the internals. */
function asOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error;
  if (error instanceof TooManyRequestsError) return new OAuthError("temporarily_unavailable", error.message);
  if (error instanceof UnavailableError) {
    return new OAuthError(
      "temporarily_unavailable",
      "the service cannot answer right now; try again shortly",
    );
  }
  if (error instanceof TooMuchWorkError) return new OAuthError("invalid_scope", error.message);
  const status = findStatus(error);
  if (status === 413) return new OAuthError("invalid_request", "the request body is too large");
  if (status === 415) return new OAuthError("invalid_request", `the request body must be ${FORM_TYPE}`);
  if (status !== undefined) return new OAuthError("invalid_request", "the request is not well-formed");
  return new OAuthError("server_error", "something went wrong on our side");
}
