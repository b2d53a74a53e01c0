import type { DecodedToken } from "./decode-token.ts";

export interface ExpectedIdToken {
  readonly issuer: string;
  readonly audience: string;
  readonly nonce?: string | undefined;
  readonly subject?: unknown;
  /** The current time in seconds since 1970. */
  readonly now: number;
}

/** Finds a problem in the claims of an ID token; undefined for valid claims (OpenID Connect Core §3.1.3.7). */
export function findIdTokenProblem({ claims }: DecodedToken, expected: ExpectedIdToken): string | undefined {
  if (claims.iss !== expected.issuer) return "the ID token is of another issuer";
  const audiences: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  // Rules 3 to 5: an ID token with more audiences must name the shop as its authorized party (`azp`).
  const isForShop =
    audiences.includes(expected.audience) && (audiences.length === 1 || claims.azp === expected.audience);
  if (!isForShop) return "the ID token is for another application";
  if (typeof claims.exp !== "number" || claims.exp <= expected.now) return "the ID token has expired";
  if (expected.nonce !== undefined && claims.nonce !== expected.nonce)
    return "the ID token answers another request";
  // §12.2: a refreshed ID token must be about the same user.
  if (expected.subject !== undefined && claims.sub !== expected.subject)
    return "the ID token is about another user";
  return undefined;
}
