import { type Form, parseForm } from "./form.ts";
import { OAuthError } from "./oauth-error.ts";
import { type PresentedCredentials, parseCredentials } from "./presented-credentials.ts";

/** The origin of a request: conditions may read it and the audit log stores it. */
export interface Origin {
  readonly ip: string;
  readonly requestId: string;
}

/** A request to the token endpoint, read once: nothing behind it touches the raw body. */
export interface TokenRequest {
  readonly grantType: string;
  readonly credentials: PresentedCredentials;
  readonly form: Form;
  readonly origin: Origin;
}

export function parseTokenRequest(
  body: string,
  authorization: string | undefined,
  origin: Origin,
): TokenRequest {
  const form = parseForm(body);
  const grantType = form.get("grant_type");
  if (grantType === undefined) throw new OAuthError("invalid_request", "grant_type is missing");
  return { grantType, credentials: parseCredentials(authorization, form), form, origin };
}
