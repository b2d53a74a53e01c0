import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { decodeProtectedHeader, type JWTPayload } from "jose";
import type { AssertionAlgorithm, ClientJwks } from "./client-jwks.ts";
import { requireShortLife, verifyClientJwt } from "./client-jwt.ts";
import { isJwtType } from "./verify-jwt.ts";

/** `Ed25519` is EdDSA by its name of RFC 9864, the only one that some libraries sign with. */
export const REQUEST_OBJECT_ALGORITHMS = [
  "ES256",
  "RS256",
  "EdDSA",
  "Ed25519",
] as const satisfies readonly AssertionAlgorithm[];

/** RFC 9101 §4, without `application/`. */
export const REQUEST_OBJECT_TYPE = "oauth-authz-req+jwt";

/** 8 kB of parameters as JSON, in base64url, with a header and the signature of a large RSA key. */
const MAX_CHARACTERS = 12_288;
const MAX_LIFETIME_SECONDS = 300;
const CLOCK_SKEW_SECONDS = 30;

/** The message may be shown to the client as `error_description`. */
export class RequestObjectError extends Error {
  override readonly name = "RequestObjectError";
  /** OpenID Connect Core §3.1.2.6: an unsigned one is of a kind that is not supported here. */
  readonly code: "invalid_request_object" | "request_not_supported";

  constructor(message: string, code: RequestObjectError["code"] = "invalid_request_object", cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export interface RequestObjectExpectations {
  readonly jwks: ClientJwks;
  readonly clientId: string;
  readonly issuer: string;
  readonly now: EpochSeconds;
}

/** The claims of a request object that the client signed for us (RFC 9101 §4, §6). */
export async function verifyRequestObject(
  object: string,
  { jwks, clientId, issuer, now }: RequestObjectExpectations,
): Promise<Readonly<Record<string, unknown>>> {
  if (isUnsigned(object))
    throw new RequestObjectError("unsigned request objects are not supported", "request_not_supported");
  const expected = {
    jwks,
    algorithms: REQUEST_OBJECT_ALGORITHMS,
    maxCharacters: MAX_CHARACTERS,
    now,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    skewSeconds: CLOCK_SKEW_SECONDS,
  };
  const { typ, claims } = await verifyClientJwt(object, expected, refused);
  requireType(typ);
  requireParties(claims, clientId, issuer);
  requireShortLife(claims, expected, refused);
  return claims;
}

function isUnsigned(object: string): boolean {
  try {
    return decodeProtectedHeader(object).alg === "none";
  } catch {
    return false;
  }
}

/** RFC 9101 §10.8: the type need not be named, but no other may be (RFC 8725 §3.11). */
function requireType(typ: unknown): void {
  if (typ === undefined || isJwtType(typ, REQUEST_OBJECT_TYPE) || isJwtType(typ, "JWT")) return;
  throw refused(`must have the typ ${REQUEST_OBJECT_TYPE}`);
}

function requireParties({ iss, aud, sub, client_id }: JWTPayload, clientId: string, issuer: string): void {
  if (iss !== clientId) throw refused("must have the client_id as iss");
  // RFC 9101 §6.3: identical to the one outside.
  if (client_id !== clientId) throw refused("must have the same client_id as the request");
  // RFC 9101 §10.8: otherwise it could be taken for a client assertion, and a client assertion for it.
  if (sub === clientId) throw refused("must not have the client_id as sub");
  if (aud !== issuer && !(Array.isArray(aud) && aud.includes(issuer)))
    throw refused("must have this authorization server in aud");
}

const refused = (what: string, cause?: unknown): RequestObjectError =>
  new RequestObjectError(`the request object ${what}`, "invalid_request_object", cause);
