import { decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from "jose";
import type { EpochSeconds } from "../core/time.ts";
import {
  type AssertionAlgorithm,
  type ClientJwk,
  type ClientJwks,
  isAssertionAlgorithm,
  suitsAlgorithm,
} from "./client-jwks.ts";

const MAX_ASSERTION_CHARACTERS = 8192;
const MAX_JTI_CHARACTERS = 256;

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
}

/**
 * `private_key_jwt` (RFC 7523 §3, OpenID Connect Core §9). Keys come from the client's registration only: `jwk`,
 * `jku`, `x5u` and `x5c` in the header are not looked at, and nothing is ever fetched.
 */
export async function verifyClientAssertion(
  assertion: string,
  expected: AssertionExpectations,
): Promise<VerifiedAssertion> {
  const { algorithm, kid } = readHeader(assertion);
  const candidates = expected.jwks.keys.filter((key) => suitsAlgorithm(key, algorithm) && mayBe(key, kid));
  const claims = await verifySignature(assertion, algorithm, candidates, expected);

  requireOwnName(claims, expected.clientId);
  requireAudience(claims.aud, expected.audiences);
  const expiresAt = requireShortLife(claims, expected);
  return { jti: requireJti(claims.jti), expiresAt };
}

function readHeader(assertion: string): { algorithm: AssertionAlgorithm; kid: string | undefined } {
  if (assertion.length > MAX_ASSERTION_CHARACTERS) throw refused("is too long");
  const { alg, kid } = decodeHeader(assertion);
  if (!isAssertionAlgorithm(alg)) throw refused("is signed with an algorithm that is not accepted");
  if (kid !== undefined && typeof kid !== "string") throw refused("has a malformed kid");
  return { algorithm: alg, kid };
}

function decodeHeader(assertion: string): { readonly alg?: unknown; readonly kid?: unknown } {
  try {
    return decodeProtectedHeader(assertion);
  } catch (cause) {
    throw refused("is not a signed JWT", cause);
  }
}

/** A key that was registered without a name may be any; one with a name must be meant by it. */
const mayBe = (key: ClientJwk, kid: string | undefined): boolean =>
  kid === undefined || key.kid === undefined || key.kid === kid;

async function verifySignature(
  assertion: string,
  algorithm: AssertionAlgorithm,
  candidates: readonly ClientJwk[],
  { now, skewSeconds }: AssertionExpectations,
): Promise<JWTPayload> {
  if (candidates.length === 0) throw refused("fits none of the keys that the client registered");
  for (const key of candidates) {
    try {
      const { payload } = await jwtVerify(assertion, key as JWK, {
        algorithms: [algorithm],
        currentDate: new Date(now * 1000),
        clockTolerance: skewSeconds,
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw explained(error);
    }
  }
  throw refused("is not signed with a key that the client registered");
}

function explained(error: unknown): InvalidAssertionError {
  if (error instanceof errors.JWTExpired) return refused("has expired", error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.reason === "check_failed"
      ? refused("is not valid yet", error)
      : refused(`has a malformed ${error.claim}`, error);
  }
  return refused("is not a valid JWT", error);
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

function requireShortLife(
  { exp, iat }: JWTPayload,
  { now, maxLifetimeSeconds, skewSeconds }: AssertionExpectations,
): EpochSeconds {
  if (exp === undefined) throw refused("must have exp");
  if (exp > now + maxLifetimeSeconds + skewSeconds) {
    throw refused(
      `must expire within ${maxLifetimeSeconds} seconds; client_assertion_max_lifetime of the application sets it`,
    );
  }
  if (iat !== undefined && iat > now + skewSeconds) throw refused("was issued in the future");
  return Math.ceil(exp) + skewSeconds;
}

function requireJti(jti: unknown): string {
  if (typeof jti !== "string" || jti.length < 1 || jti.length > MAX_JTI_CHARACTERS) {
    throw refused(`must have a jti of 1 to ${MAX_JTI_CHARACTERS} characters`);
  }
  return jti;
}

const refused = (what: string, cause?: unknown): InvalidAssertionError =>
  new InvalidAssertionError(`the client assertion ${what}`, { cause });
