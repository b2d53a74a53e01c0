import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { hashToken } from "../accounts/random-token.ts";
import { deriveKey } from "../core/values/derive-key.ts";
import { createSealer } from "../tokens/keys/seal.ts";

/** A refresh token that we made, whether or not it still counts. */
export interface VerifiedRefreshToken {
  readonly delegationId: string;
  readonly hash: string;
}

export interface RefreshTokens {
  generate(delegationId: string): string;
  /** Undefined when it is not one of ours. */
  verify(token: string): VerifiedRefreshToken | undefined;
}

const TOKEN = /^lrt_([0-9a-z]{24})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/**
 * `lrt_<delegation>.<256 random bits>.<MAC>`. The database has only the current one and the one before it; the MAC
 * shows that any other was issued by us once. So a replay differs from a guess without a row for every token, and an
 * attacker cannot end a delegation with made-up tokens.
 */
export function createRefreshTokens(pepper: Uint8Array): RefreshTokens {
  const key = createSecretKey(pepper);
  const computeMac = (body: string): string => createHmac("sha256", key).update(body).digest("base64url");
  return {
    generate(delegationId) {
      const body = `${delegationId.slice(ID_PREFIXES.delegation.length)}.${randomBytes(32).toString("base64url")}`;
      return `lrt_${body}.${computeMac(body)}`;
    },
    verify(token) {
      const [, name, random, mac] = TOKEN.exec(token) ?? [];
      if (mac === undefined) return undefined;
      const genuine = timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(`${name}.${random}`)));
      return genuine ? { delegationId: ID_PREFIXES.delegation + name, hash: hashToken(token) } : undefined;
    },
  };
}

/**
 * For a client that lost the answer: the successor, readable only with the token it succeeds. The database alone, or
 * even with LICET_SECRET, does not reveal a token.
 */
export const sealSuccessor = (presented: string, successor: string): string =>
  retrySealer(presented).seal(SEALED_AS, Buffer.from(successor));
export const openSuccessor = (presented: string, sealed: string): string =>
  retrySealer(presented).open(SEALED_AS, sealed).toString();

const retrySealer = (presented: string) => createSealer(deriveKey(presented, "refresh retries"));
const SEALED_AS = "successor";
