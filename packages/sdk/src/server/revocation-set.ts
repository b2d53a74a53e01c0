import { MalformedStreamError } from "../common/read-lines.ts";

/** The claims that revocations are matched with. An access token of Licet has them (RFC 9068 §2.2). */
export interface RevocableClaims {
  readonly jti?: unknown;
  readonly sub?: unknown;
  readonly client_id?: unknown;
  readonly azp?: unknown;
  readonly iat?: unknown;
}

/** What is revoked, as far as it still matters. */
export interface RevocationSet {
  /** Takes an entry as the server sent it. Throws when it is not one. */
  add(entry: unknown): void;
  isRevoked(claims: RevocableClaims): boolean;
  /** Forgets what no valid token is concerned by. */
  prune(nowSeconds: number): void;
  readonly size: number;
}

interface RevokedSubject {
  readonly issuedBefore: number;
  readonly until: number;
}

export function createRevocationSet(): RevocationSet {
  const tokens = new Map<string, number>();
  const delegations = new Map<string, number>();
  const subjects = new Map<string, RevokedSubject>();

  /** Tokens with a later `iat` are not concerned. One without a time cannot show that it is later. */
  function isSubjectRevoked(subject: unknown, iat: unknown): boolean {
    const found = typeof subject === "string" ? subjects.get(subject) : undefined;
    return found !== undefined && !(typeof iat === "number" && iat > found.issuedBefore);
  }

  return {
    add(entry) {
      const { kind, id, until, issued_before: issuedBefore } = entry as Record<string, unknown>;
      if (typeof id !== "string" || typeof until !== "number")
        throw new MalformedStreamError("a revocation is not readable");
      if (kind === "token") tokens.set(id, until);
      else if (kind === "delegation") delegations.set(id, until);
      else if (kind === "subject" && typeof issuedBefore === "number") {
        const known = subjects.get(id);
        subjects.set(id, {
          issuedBefore: Math.max(issuedBefore, known?.issuedBefore ?? 0),
          until: Math.max(until, known?.until ?? 0),
        });
      } else throw new MalformedStreamError("a revocation is of an unknown kind");
    },
    isRevoked({ jti, sub, client_id, azp, iat }) {
      if (typeof jti === "string") {
        if (tokens.has(jti)) return true;
        // A token on behalf of a user begins with the delegation that it rests on.
        const dot = jti.indexOf(".");
        if (dot !== -1 && delegations.has(jti.slice(0, dot))) return true;
      }
      if (subjects.size === 0) return false;
      return isSubjectRevoked(sub, iat) || isSubjectRevoked(client_id, iat) || isSubjectRevoked(azp, iat);
    },
    prune(nowSeconds) {
      for (const map of [tokens, delegations])
        for (const [id, until] of map) if (until <= nowSeconds) map.delete(id);
      for (const [id, { until }] of subjects) if (until <= nowSeconds) subjects.delete(id);
    },
    get size() {
      return tokens.size + delegations.size + subjects.size;
    },
  };
}
