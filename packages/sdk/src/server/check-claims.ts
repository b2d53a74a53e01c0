import type { AccessTokenClaims } from "./auth.ts";
import { type RejectedToken, reject } from "./verification.ts";

export interface ClaimRules {
  readonly issuer: string;
  /** One of them has to be in `aud`. */
  readonly audiences: readonly string[];
  readonly clockToleranceSeconds: number;
}

export interface CheckedClaims {
  readonly valid: true;
  readonly claims: AccessTokenClaims;
}

type Claims = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** RFC 9068 §4: the claims, if this API may accept them now. */
export function checkClaims(
  claims: Claims,
  { issuer, audiences, clockToleranceSeconds }: ClaimRules,
  nowSeconds: number,
): CheckedClaims | RejectedToken {
  const wrong = findWrongClaim(claims);
  if (wrong !== undefined) return reject("missing_claim", wrong, claims[wrong] ?? "nothing");
  const { iss, aud, iat, exp, nbf = iat } = claims as AccessTokenClaims & { readonly nbf?: number };
  if (iss !== issuer) return reject("wrong_issuer", issuer, iss);
  if (!audiences.some((audience) => (typeof aud === "string" ? aud === audience : aud.includes(audience))))
    return reject("wrong_audience", audiences.join(" or "), aud);
  if (nowSeconds >= exp + clockToleranceSeconds)
    return reject("expired", `exp after ${Math.floor(nowSeconds)}`, exp);
  if (Math.max(iat, nbf) > nowSeconds + clockToleranceSeconds)
    return reject("not_yet_valid", `iat and nbf up to ${Math.floor(nowSeconds)}`, Math.max(iat, nbf));
  // RFC 7800 §3: the sender has to prove that it holds a key. Licet issues no such tokens, and a bearer proves nothing.
  if (claims.cnf !== undefined) return reject("bound_to_key", "no cnf", claims.cnf);
  return { valid: true, claims: claims as AccessTokenClaims };
}

/** The first claim that is missing or has another type. Written out, because each new token passes here. */
function findWrongClaim(claims: Claims): string | undefined {
  // RFC 9068 §2.2: these are REQUIRED.
  if (!isText(claims.iss)) return "iss";
  if (!isText(claims.sub)) return "sub";
  const { aud } = claims;
  if (!isText(aud) && !(isTextList(aud) && aud.length > 0)) return "aud";
  if (!isText(claims.client_id)) return "client_id";
  if (!isText(claims.jti)) return "jti";
  if (!isTime(claims.iat)) return "iat";
  if (!isTime(claims.exp)) return "exp";
  const { scope, azp, nbf, auth_time, acr, amr } = claims;
  if (scope !== undefined && typeof scope !== "string") return "scope";
  if (azp !== undefined && !isText(azp)) return "azp";
  if (nbf !== undefined && !isTime(nbf)) return "nbf";
  if (auth_time !== undefined && !isTime(auth_time)) return "auth_time";
  if (acr !== undefined && !isText(acr)) return "acr";
  if (amr !== undefined && !isTextList(amr)) return "amr";
  return undefined;
}
