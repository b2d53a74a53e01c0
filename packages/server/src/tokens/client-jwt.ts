import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { decodeProtectedHeader, errors, type JWK, type JWTPayload, jwtVerify } from "jose";
import { type AssertionAlgorithm, type ClientJwk, type ClientJwks, suitsAlgorithm } from "./client-jwks.ts";

/** Makes the error of a JWT that is refused, from the words that follow its name. */
export type Refused = (what: string, cause?: unknown) => Error;

export interface ClientJwtExpectations {
  readonly jwks: ClientJwks;
  readonly algorithms: readonly AssertionAlgorithm[];
  readonly maxCharacters: number;
  readonly now: EpochSeconds;
  readonly maxLifetimeSeconds: number;
  /** The member of the application that sets it, where there is one. */
  readonly lifetimeMember?: string;
  readonly skewSeconds: number;
}

export interface ClientJwt {
  readonly typ: unknown;
  readonly claims: JWTPayload;
}

/**
 * A JWT that a client signed with a key of its registration. `jwk`, `jku`, `x5u` and `x5c` in the header are not
 * looked at, and nothing is ever fetched.
 */
export async function verifyClientJwt(
  jwt: string,
  expected: ClientJwtExpectations,
  refused: Refused,
): Promise<ClientJwt> {
  if (jwt.length > expected.maxCharacters) throw refused("is too long");
  const { alg, kid, typ, crit, b64 } = decodeHeader(jwt, refused);
  const algorithm = expected.algorithms.find((accepted) => accepted === alg);
  if (!algorithm) throw refused("is signed with an algorithm that is not accepted");
  if (kid !== undefined && typeof kid !== "string") throw refused("has a malformed kid");
  // RFC 7515 §4.1.11: a recipient must refuse unknown extensions, and we support none. RFC 7797 §7: b64 is one.
  if (crit !== undefined || b64 !== undefined) throw refused("uses an extension that is not understood");
  const candidates = expected.jwks.keys.filter(
    (key) => suitsAlgorithm(key, algorithm) && isCandidate(key, kid),
  );
  return { typ, claims: await verifySignature(jwt, algorithm, candidates, expected, refused) };
}

/** Read, not believed. */
function decodeHeader(jwt: string, refused: Refused): Readonly<Record<string, unknown>> {
  try {
    return decodeProtectedHeader(jwt);
  } catch (cause) {
    throw refused("is not a signed JWT", cause);
  }
}

/** A key that was registered without a `kid` matches every JWT; one with a `kid` only a JWT that names it. */
const isCandidate = (key: ClientJwk, kid: string | undefined): boolean =>
  kid === undefined || key.kid === undefined || key.kid === kid;

async function verifySignature(
  jwt: string,
  algorithm: AssertionAlgorithm,
  candidates: readonly ClientJwk[],
  { now, skewSeconds }: ClientJwtExpectations,
  refused: Refused,
): Promise<JWTPayload> {
  if (candidates.length === 0) throw refused("fits none of the keys that the client registered");
  for (const key of candidates) {
    try {
      const { payload } = await jwtVerify(jwt, namedFor(algorithm, key) as JWK, {
        algorithms: [algorithm],
        currentDate: new Date(now * 1000),
        clockTolerance: skewSeconds,
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw explained(error, refused);
    }
  }
  throw refused("is not signed with a key that the client registered");
}

/** EdDSA has two names, and jose wants the one in the header. Otherwise the same object: jose remembers its import. */
const namedFor = (alg: AssertionAlgorithm, key: ClientJwk): ClientJwk =>
  key.alg === undefined || key.alg === alg ? key : { ...key, alg };

function explained(error: unknown, refused: Refused): Error {
  if (error instanceof errors.JWTExpired) return refused("has expired", error);
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.reason === "check_failed"
      ? refused("is not valid yet", error)
      : refused(`has a malformed ${error.claim}`, error);
  }
  return refused("is not a valid JWT", error);
}

/** When we would no longer accept it. */
export function requireShortLife(
  { exp, iat }: JWTPayload,
  { now, maxLifetimeSeconds, lifetimeMember, skewSeconds }: ClientJwtExpectations,
  refused: Refused,
): EpochSeconds {
  if (exp === undefined) throw refused("must have exp");
  if (exp > now + maxLifetimeSeconds + skewSeconds) {
    const setBy = lifetimeMember === undefined ? "" : `; ${lifetimeMember} of the application sets it`;
    throw refused(`must expire within ${maxLifetimeSeconds} seconds${setBy}`);
  }
  if (iat !== undefined && iat > now + skewSeconds) throw refused("was issued in the future");
  return Math.ceil(exp) + skewSeconds;
}
