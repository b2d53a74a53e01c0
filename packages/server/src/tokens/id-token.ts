import { hash } from "node:crypto";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { decodeJwt, decodeProtectedHeader } from "jose";
import type { KeyRing } from "./keys/key-ring.ts";
import { signJwt } from "./sign-jwt.ts";
import { isLikeIdToken } from "./token-kind.ts";
import { verifyJwt } from "./verify-jwt.ts";

/** It may hold all that is known of a user; more than a form can carry never comes back. */
const MAX_ID_TOKEN_CHARACTERS = 65_536;

/** The contents of an ID token (OpenID Connect Core §2). */
export interface IdToken {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly authorizedParty?: string;
  readonly issuedAt: EpochSeconds;
  readonly expiresAt: EpochSeconds;
  readonly authentication: {
    readonly time: EpochSeconds;
    readonly acr: string;
    readonly amr: readonly string[];
  };
  readonly sessionId: string;
  readonly nonce?: string;
  /** The access token issued beside it. */
  readonly accessToken: string;
  /** The claims about the user. They never override the others. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly algorithm: "RS256" | "ES256";
}

/** The claims of an ID token that we signed, however long ago: it is a hint and opens nothing. */
export interface VerifiedIdToken {
  readonly sub: string;
  readonly aud: string;
  readonly azp?: string;
  readonly sid?: string;
}

export function signIdToken(keyRing: Pick<KeyRing, "signer">, token: IdToken): string | Promise<string> {
  return signJwt(keyRing.signer(token.algorithm, token.issuedAt * 1000), "JWT", {
    ...token.claims,
    iss: token.issuer,
    sub: token.subject,
    aud: token.audience,
    azp: token.authorizedParty,
    iat: token.issuedAt,
    exp: token.expiresAt,
    auth_time: token.authentication.time,
    acr: token.authentication.acr,
    amr: token.authentication.amr,
    sid: token.sessionId,
    nonce: token.nonce,
    at_hash: halfHash(token.accessToken),
  });
}

/** OpenID Connect Core §3.1.3.6: the left half of the digest that the algorithm is named after, SHA-256 for both. */
const halfHash = (text: string): string =>
  hash("sha256", text, "buffer").subarray(0, 16).toString("base64url");

/** OpenID Connect Core §3.1.2.1 and RP-Initiated Logout §2: accepted after its time as well. */
export function verifyIdToken(
  keyRing: Pick<KeyRing, "findVerificationKey">,
  token: string,
  { issuer, now }: { readonly issuer: string; readonly now: EpochSeconds },
): VerifiedIdToken | undefined {
  const jwt = verifyJwt(
    token,
    ["JWT"],
    (kid) => keyRing.findVerificationKey(kid, now * 1000),
    MAX_ID_TOKEN_CHARACTERS,
  );
  if (jwt === undefined || jwt.claims.iss !== issuer || !isLikeIdToken(jwt.claims)) return undefined;
  const { sub, aud, azp, sid } = jwt.claims;
  if (typeof sub !== "string" || typeof aud !== "string") return undefined;
  return { sub, aud, ...(typeof azp === "string" && { azp }), ...(typeof sid === "string" && { sid }) };
}

/**
 * Whether a text looks like an ID token of ours whose key was removed since. Every caller can write such a text, so it
 * proves nothing; but it may have been valid once, unlike a changed token or one of another issuer.
 */
export function looksOutdated(
  keyRing: Pick<KeyRing, "findVerificationKey">,
  token: string,
  { issuer, now }: { readonly issuer: string; readonly now: EpochSeconds },
): boolean {
  try {
    const { kid } = decodeProtectedHeader(token);
    const { iss, exp } = decodeJwt(token);
    const isUnknownKey = typeof kid === "string" && !keyRing.findVerificationKey(kid, now * 1000);
    return isUnknownKey && iss === issuer && exp !== undefined && exp <= now;
  } catch {
    return false;
  }
}
