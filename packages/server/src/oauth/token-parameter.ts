import { parseForm } from "./form.ts";
import { OAuthError } from "./oauth-error.ts";
import { type PresentedCredentials, parseCredentials } from "./presented-credentials.ts";
import type { Origin } from "./token-request.ts";

/** A request about one token: introspection (RFC 7662 §2.1) and revocation (RFC 7009 §2.1) share their form. */
export interface TokenParameterRequest {
  readonly token: string;
  readonly hint?: string;
  readonly credentials: PresentedCredentials;
  readonly origin: Origin;
}

export function parseTokenParameterRequest(
  body: string,
  authorization: string | undefined,
  origin: Origin,
): TokenParameterRequest {
  const form = parseForm(body);
  const credentials = parseCredentials(authorization, form);
  const token = form.get("token");
  const hint = form.get("token_type_hint");
  if (token === undefined) throw new OAuthError("invalid_request", "token is missing");
  return { token, ...(hint !== undefined && { hint }), credentials, origin };
}
