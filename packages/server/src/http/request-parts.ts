import type { FastifyRequest } from "fastify";
import { OAuthError } from "../oauth/oauth-error.ts";
import type { Origin } from "../oauth/token-request.ts";
import { ipOf } from "./admission/client-address.ts";
import { countHeader } from "./count-header.ts";

/** The form as text; a request without a body is an empty form. */
export const formOf = (request: FastifyRequest): string =>
  typeof request.body === "string" ? request.body : "";

export const originOf = (request: FastifyRequest): Origin => ({ ip: ipOf(request), requestId: request.id });

/** RFC 6749 §2.3: a client must not use more than one authentication method, so a repeated header is refused. */
export function findAuthorization({ headers, raw }: FastifyRequest): string | undefined {
  if (headers.authorization !== undefined && countHeader(raw.rawHeaders, "authorization") > 1)
    throw new OAuthError("invalid_request", "the Authorization header is repeated");
  return headers.authorization;
}
