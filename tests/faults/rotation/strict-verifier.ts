import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import type { ObservedRequests } from "../support/observed-requests.ts";

/** A resource server that keeps the JWKS exactly as long as its `max-age` allows, and fetches it at no other time. */
export interface StrictVerifier {
  verify(token: string): Promise<Verdict>;
}

/** Undecided: no node answered when the cache was stale. */
export type Verdict = "valid" | "undecided" | { readonly refusal: string };

/** `urls` gives the nodes that can be asked at the moment; the first that answers is believed. */
export function createStrictVerifier(
  name: string,
  urls: () => readonly string[],
  requests: ObservedRequests,
  issuer: string,
): StrictVerifier {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let staleAt = 0;

  async function fetchKeys(): Promise<boolean> {
    for (const url of urls()) {
      const askedAt = performance.now();
      const { status, body, headers } = await requests.send("JWKS", `${url}/oidc/jwks`);
      if (status !== 200) continue;
      const maxAge = Number(/max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1]);
      if (!Number.isFinite(maxAge)) throw new Error("the JWKS has no max-age");
      keys = createLocalJWKSet(body as JSONWebKeySet);
      staleAt = askedAt + maxAge * 1_000;
      return true;
    }
    return false;
  }

  return {
    async verify(token) {
      if (performance.now() >= staleAt && !(await fetchKeys())) return "undecided";
      if (keys === undefined) return "undecided";
      try {
        await jwtVerify(token, keys, { issuer, clockTolerance: 60 });
        return "valid";
      } catch (error) {
        return { refusal: `${name} refuses a token that has not expired: ${(error as Error).message}` };
      }
    },
  };
}
