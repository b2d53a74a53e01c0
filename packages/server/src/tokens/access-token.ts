import { ACCESS_TOKEN_TYPES, type AccessTokenType } from "@licet/engine/internal/values/access-token-type.ts";
import type { SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import { CLOCK_SKEW_SECONDS } from "./keys/key-stage.ts";
import { signJwt } from "./sign-jwt.ts";
import { mayLookLikeIdToken } from "./token-kind.ts";
import { verifyJwt } from "./verify-jwt.ts";

/** The contents of an access token (RFC 9068 §2.2). */
export interface AccessToken {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string | readonly string[];
  readonly clientId: string;
  /** The application, when one of its access keys asked. */
  readonly authorizedParty?: string;
  readonly scope: string;
  readonly issuedAt: EpochSeconds;
  readonly expiresAt: EpochSeconds;
  readonly tokenId: string;
  /** The type that its resources ask for; `at+jwt` when left out. */
  readonly type?: AccessTokenType;
  readonly algorithm: SigningAlgorithm;
  /** How the user signed in; absent when the client acts for itself. */
  readonly user?: { readonly authTime: EpochSeconds; readonly acr: string; readonly amr: readonly string[] };
}

/** The claims of an access token that we issued and that is valid now, unless it was revoked. */
export interface VerifiedAccessToken {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string | readonly string[];
  readonly client_id: string;
  readonly azp?: string;
  readonly scope: string;
  readonly iat: EpochSeconds;
  readonly exp: EpochSeconds;
  readonly jti: string;
  readonly auth_time?: EpochSeconds;
  readonly acr?: string;
  readonly amr?: readonly string[];
}

export function signAccessToken(
  keyRing: Pick<KeyRing, "signer">,
  token: AccessToken,
): string | Promise<string> {
  const claims = claimsOf(token);
  const typ = token.type === "JWT" && mayLookLikeIdToken(claims, token.issuer) ? "JWT" : "at+jwt";
  // The key that was current at `iat`: its retirement counts from the last such second.
  return signJwt(keyRing.signer(token.algorithm, token.issuedAt * 1000), typ, claims);
}

function claimsOf(token: AccessToken) {
  return {
    iss: token.issuer,
    sub: token.subject,
    aud: token.audience,
    client_id: token.clientId,
    azp: token.authorizedParty,
    scope: token.scope,
    iat: token.issuedAt,
    exp: token.expiresAt,
    jti: token.tokenId,
    auth_time: token.user?.authTime,
    acr: token.user?.acr,
    amr: token.user?.amr,
  };
}

/** RFC 9068 §4 with the checks of RFC 8725 §3. Undefined says no more than "not a valid token of ours". */
export function verifyAccessToken(
  keyRing: Pick<KeyRing, "findVerificationKey">,
  token: string,
  { issuer, now }: { readonly issuer: string; readonly now: EpochSeconds },
): VerifiedAccessToken | undefined {
  const jwt = verifyJwt(token, ACCESS_TOKEN_TYPES, (kid) => keyRing.findVerificationKey(kid, now * 1000));
  if (jwt === undefined) return undefined;
  const { typ, claims } = jwt;
  if (!hasAllClaims(claims) || claims.iss !== issuer) return undefined;
  // RFC 8725 §3.11: with this type it could be an ID token.
  if (typ === "JWT" && !mayLookLikeIdToken(jwt.claims, issuer)) return undefined;
  if (claims.exp <= now || claims.iat > now + CLOCK_SKEW_SECONDS) return undefined;
  return claims;
}

/** Also what was signed by us is read with care: an older version may have put something else there. */
function hasAllClaims(claims: object): claims is VerifiedAccessToken {
  const { iss, sub, aud, client_id, azp, scope, iat, exp, jti, auth_time, acr, amr }: Unread = claims;
  return (
    isString(iss) &&
    isString(sub) &&
    (isString(aud) || (isStrings(aud) && aud.length > 0)) &&
    isString(client_id) &&
    isString(scope) &&
    isTime(iat) &&
    isTime(exp) &&
    isString(jti) &&
    (azp === undefined || isString(azp)) &&
    (auth_time === undefined || isTime(auth_time)) &&
    (acr === undefined || isString(acr)) &&
    (amr === undefined || isStrings(amr))
  );
}

type Unread = { readonly [Claim in keyof VerifiedAccessToken]?: unknown };

const isString = (value: unknown): value is string => typeof value === "string";
const isStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isString);
const isTime = (value: unknown): value is EpochSeconds => Number.isSafeInteger(value);
