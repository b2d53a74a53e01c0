import { hash } from "node:crypto";
import { findInstanceKey } from "@licet/engine/internal/decide-scopes.ts";
import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import { BoundedCache } from "@licet/engine/internal/values/bounded-cache.ts";
import { parseScopeItem, type ScopeItem } from "@licet/engine/internal/values/scope.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type VerifiedAccessToken, verifyAccessToken } from "../../tokens/access-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import type { VerificationKey } from "../../tokens/verify-jwt.ts";

/** A token whose signature and times are good, and what its scope says. Whether it is still worth anything is not. */
export interface VerifiedToken {
  readonly claims: VerifiedAccessToken;
  readonly items: readonly ScopeItem[];
  /** The instances that the items are about. */
  readonly instances: readonly InstanceKey[];
}

export type VerifyToken = (text: string, now: EpochSeconds) => VerifiedToken | undefined;

/** About a kilobyte each. Only tokens that we signed get in, so made-up tokens cannot evict others. */
const REMEMBERED = 10_000;

/**
 * Verifies a signature once and not with every request: it costs more than everything else that a call does, and it
 * can never become wrong. What can is asked again each time: the token's end, and whether its key is still one of ours.
 * Remembered under a digest, so that a dump of the memory holds no token.
 */
export function createVerifyToken(
  keyRing: Pick<KeyRing, "findVerificationKey">,
  issuer: string,
  remembered = REMEMBERED,
): VerifyToken {
  const verified = new BoundedCache<Remembered>(remembered);

  const verify = (text: string, digest: string, now: EpochSeconds): VerifiedToken | undefined => {
    let key: VerificationKey | undefined;
    const watched: typeof keyRing = {
      findVerificationKey(kid, at) {
        key = keyRing.findVerificationKey(kid, at);
        return key;
      },
    };
    const claims = verifyAccessToken(watched, text, { issuer, now });
    if (!claims || !key) return undefined;
    const token = readScope(claims);
    verified.set(digest, { token, key });
    return token;
  };

  return (text, now) => {
    const digest = hash("sha256", text, "base64url");
    const known = verified.get(digest);
    if (!known) return verify(text, digest, now);
    const { token, key } = known;
    if (token.claims.exp <= now || keyRing.findVerificationKey(key.kid, now * 1000) !== key) {
      verified.delete(digest);
      return verify(text, digest, now);
    }
    return token;
  };
}

interface Remembered {
  readonly token: VerifiedToken;
  readonly key: VerificationKey;
}

function readScope(claims: VerifiedAccessToken): VerifiedToken {
  const items = claims.scope === "" ? [] : claims.scope.split(" ").map(parseScopeItem);
  return { claims, items, instances: items.map(findInstanceKey).filter((key) => key !== undefined) };
}
