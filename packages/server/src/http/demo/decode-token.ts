import type { EpochSeconds } from "../../core/time.ts";
import type { DecodedToken } from "../pages/demo-result-page.ts";

/** What is in a token, for showing it. Undefined for what is none. */
export function decodeToken(raw: unknown): DecodedToken | undefined {
  if (typeof raw !== "string") return undefined;
  const [header, claims] = raw.split(".").map(decodePart);
  return header && claims ? { raw, header, claims } : undefined;
}

function decodePart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What is wrong with an ID token, or undefined. OpenID Connect Core §3.1.3.7: its signature need not be checked, since
 * it came from the token endpoint itself; who issued it, for whom and in answer to what must be.
 */
export function findIdTokenProblem(
  { claims }: DecodedToken,
  expected: {
    readonly issuer: string;
    readonly audience: string;
    readonly nonce?: string;
    readonly subject?: unknown;
    readonly now: EpochSeconds;
  },
): string | undefined {
  if (claims.iss !== expected.issuer) return "the ID token is of another issuer";
  if (claims.aud !== expected.audience) return "the ID token is for another application";
  if (typeof claims.exp !== "number" || claims.exp <= expected.now) return "the ID token has expired";
  if (expected.nonce !== undefined && claims.nonce !== expected.nonce)
    return "the ID token answers another request";
  // §12.2: a refreshed one is about the same user.
  if (expected.subject !== undefined && claims.sub !== expected.subject)
    return "the ID token is about another user";
  return undefined;
}
