import { decodeFormText, type Form } from "./form.ts";
import { OAuthError } from "./oauth-error.ts";

/** How a caller presented itself: exactly one method (RFC 6749 §2.3), read but not yet believed. */
export type PresentedCredentials =
  | {
      readonly method: "client_secret_basic" | "client_secret_post";
      readonly clientId: string;
      readonly secret: string;
    }
  | { readonly method: "private_key_jwt"; readonly clientId: string; readonly assertion: string }
  | { readonly method: "none"; readonly clientId: string };

/** Base64 of a length that bytes can have; where clients differ (the last two letters, the padding) either is read. */
const BASIC = /^Basic +((?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?)$/i;
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export function parseCredentials(authorization: string | undefined, form: Form): PresentedCredentials {
  const clientId = form.get("client_id");
  const secret = form.get("client_secret");
  const assertion = form.get("client_assertion");
  const methods = [authorization, secret, assertion].filter((value) => value !== undefined);
  if (methods.length > 1)
    throw new OAuthError("invalid_request", "more than one way of client authentication was used");

  if (authorization !== undefined) return fromBasic(authorization, clientId);
  if (assertion !== undefined) return fromAssertion(assertion, form.get("client_assertion_type"), clientId);
  if (clientId === undefined) throw new OAuthError("invalid_client", "client authentication is missing");
  return secret === undefined
    ? { method: "none", clientId }
    : { method: "client_secret_post", clientId, secret };
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are joined and put in base64. */
function fromBasic(authorization: string, bodyClientId: string | undefined): PresentedCredentials {
  const encoded = BASIC.exec(authorization)?.[1];
  const pair = encoded && Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair ? pair.indexOf(":") : -1;
  if (!pair || colon === -1) throw new BasicAuthenticationError();
  const clientId = decodeFormText(pair.slice(0, colon));
  const secret = decodeFormText(pair.slice(colon + 1));
  if (!clientId || !secret) throw new BasicAuthenticationError();
  if (bodyClientId !== undefined && bodyClientId !== clientId) {
    throw new OAuthError("invalid_request", "client_id differs from the one in the Authorization header");
  }
  return { method: "client_secret_basic", clientId, secret };
}

function fromAssertion(
  assertion: string,
  type: string | undefined,
  bodyClientId: string | undefined,
): PresentedCredentials {
  if (type !== JWT_BEARER)
    throw new OAuthError("invalid_request", `client_assertion_type must be ${JWT_BEARER}`);
  // RFC 7521 §4.2: client_id may be left out; the assertion then names the client. Not yet believed either way.
  const clientId = bodyClientId ?? unverifiedSubject(assertion);
  if (clientId === undefined) throw new OAuthError("invalid_client", "the client assertion is not valid");
  return { method: "private_key_jwt", clientId, assertion };
}

function unverifiedSubject(assertion: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(assertion.split(".")[1] ?? "", "base64url").toString("utf8"),
    );
    const subject = (claims as { sub?: unknown } | null)?.sub;
    return typeof subject === "string" ? subject : undefined;
  } catch {
    return undefined;
  }
}

/** A failed authentication that used the Authorization header is answered in kind (RFC 6749 §5.2). */
export class BasicAuthenticationError extends OAuthError {
  constructor() {
    super("invalid_client", "client authentication failed");
  }
}
