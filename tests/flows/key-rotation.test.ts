import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { REPORTS, SHOP } from "../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

/** Every stage shortened to a second: the key leads by max-age + propagation, and tokens live for two seconds. */
const STAGES = { jwks_max_age_seconds: "1", key_propagation_seconds: "1", access_token_seconds: "2" };
const LOAD_MILLISECONDS = 9_000;
const ROTATE_EVERY_MILLISECONDS = 700;

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP, settings: STAGES });
});
after(() => licet.stop());

/** A resource server that keeps the JWKS exactly as long as the headers allow, and never fetches it otherwise. */
function createStrictCache(offsetMilliseconds: number) {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let staleAt = Date.now() + offsetMilliseconds;
  return async () => {
    if (!keys || Date.now() >= staleAt) {
      const asked = Date.now();
      const response = await fetch(`${licet.url}/oidc/jwks`);
      const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]);
      keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
      staleAt = asked + maxAge * 1000;
    }
    return keys;
  };
}

test("keys are rotated again and again under load, and no verifier that trusts the cache headers notices", async () => {
  const until = Date.now() + LOAD_MILLISECONDS;
  const kids = new Set<string>();
  let verified = 0;

  const verifier = async (scope: string, offset: number) => {
    const getKeys = createStrictCache(offset);
    while (Date.now() < until) {
      const { body } = await postForm(`${licet.url}/oidc/token`, {
        grant_type: "client_credentials",
        ...REPORTS,
        scope,
      });
      const { protectedHeader } = await jwtVerify(body.access_token as string, await getKeys(), {
        issuer: licet.url,
      });
      kids.add(protectedHeader.kid as string);
      verified += 1;
    }
  };
  const rotator = async () => {
    while (Date.now() < until) {
      for (const algorithm of ["ES256", "RS256"] as const) await licet.services.keyRing.rotate(algorithm);
      await licet.services.keyRing.maintain();
      await new Promise((resolve) => setTimeout(resolve, ROTATE_EVERY_MILLISECONDS));
    }
  };

  const verifiers = [0, 300, 600].flatMap((offset) => [
    verifier("orders:read", offset),
    verifier("stock:read", offset),
  ]);
  await Promise.all([rotator(), ...verifiers]);
  assert.ok(kids.size >= 8, `${kids.size} keys signed`);
  assert.ok(verified > 200, `${verified} tokens verified`);
});
