import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { JWTPayload } from "jose";
import { ASSERTION_ALGORITHMS, type ClientJwks } from "./client-jwks.ts";
import { requireShortLife, verifyClientJwt } from "./client-jwt.ts";
import { REQUEST_OBJECT_TYPE } from "./request-object.ts";
import { isJwtType } from "./verify-jwt.ts";

const MAX_ASSERTION_CHARACTERS = 8192;
const MAX_JTI_CHARACTERS = 256;

/** Claims that only a request object has, whatever its `typ` says. */
const REQUEST_CLAIMS = ["response_type", "redirect_uri", "code_challenge"];

/** The message may be shown to the client as `error_description`. */
export class InvalidAssertionError extends Error {
  override readonly name = "InvalidAssertionError";
}

export interface AssertionExpectations {
  readonly jwks: ClientJwks;
  readonly clientId: string;
  /** Our own names: the issuer, and where clients expect it an endpoint. */
  readonly audiences: readonly string[];
  readonly now: EpochSeconds;
  readonly maxLifetimeSeconds: number;
  readonly skewSeconds: number;
}

/** `expiresAt` is when we would no longer accept it: until then its `jti` must not be accepted again. */
export interface VerifiedAssertion {
  readonly jti: string;
  readonly expiresAt: EpochSeconds;
  /** Its `iat`, if it has one. */
  readonly issuedAt?: EpochSeconds;
}

/** `private_key_jwt` (RFC 7523 §3, OpenID Connect Core §9). */
export async function verifyClientAssertion(
  assertion: string,
  expected: AssertionExpectations,
): Promise<VerifiedAssertion> {
  const accepted = {
    ...expected,
    algorithms: ASSERTION_ALGORITHMS,
    maxCharacters: MAX_ASSERTION_CHARACTERS,
    lifetimeMember: "client_assertion_max_lifetime",
  };
  const { typ, claims } = await verifyClientJwt(assertion, accepted, refused);
  // RFC 9101 §10.8: what was signed as a request proves nothing else, since it went through a browser.
  if (isJwtType(typ, REQUEST_OBJECT_TYPE)) throw refused("is a request object");
  if (REQUEST_CLAIMS.some((name) => Object.hasOwn(claims, name))) throw refused("is a request object");
  requireOwnName(claims, expected.clientId);
  requireAudience(claims.aud, expected.audiences);
  const expiresAt = requireShortLife(claims, accepted, refused);
  const issuedAt = claims.iat === undefined ? {} : { issuedAt: claims.iat };
  return { jti: requireJti(claims.jti), expiresAt, ...issuedAt };
}

function requireOwnName(claims: JWTPayload, clientId: string): void {
  if (claims.iss !== clientId) throw refused("must have the client_id as iss");
  if (claims.sub !== clientId) throw refused("must have the client_id as sub");
}

/** One audience and it is us: an assertion for several servers could be passed on by one of them. */
function requireAudience(aud: unknown, audiences: readonly string[]): void {
  const only: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  if (typeof only !== "string" || !audiences.includes(only)) {
    throw refused("must have this authorization server as its only aud");
  }
}

function requireJti(jti: unknown): string {
  if (typeof jti !== "string" || jti.length < 1 || jti.length > MAX_JTI_CHARACTERS) {
    throw refused(`must have a jti of 1 to ${MAX_JTI_CHARACTERS} characters`);
  }
  return jti;
}

const refused = (what: string, cause?: unknown): InvalidAssertionError =>
  new InvalidAssertionError(`the client assertion ${what}`, { cause });
