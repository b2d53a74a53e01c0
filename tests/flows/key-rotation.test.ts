import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Clock } from "@licet/engine/internal/values/time.ts";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { REPORTS, SHOP } from "../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

/** Every stage shortened to a second: the key leads by max-age + propagation, and tokens live for two seconds. */
const STAGES = { jwks_max_age_seconds: "1", key_propagation_seconds: "1", access_token_seconds: "2" };
const ROUNDS = 45;
const ROUND_MILLISECONDS = 200;
const ROTATE_EVERY_ROUNDS = 4;

/** Stands still within a round: a slow machine must not let a token expire before it is verified. */
let now = Date.now();
const clock: Clock = { milliseconds: () => now, seconds: () => Math.floor(now / 1_000) };
let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP, settings: STAGES, clock });
});
after(() => licet.stop());

/** A resource server that keeps the JWKS exactly as long as the headers allow, and never fetches it otherwise. */
function createStrictCache(offsetMilliseconds: number) {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined;
  let staleAt = now + offsetMilliseconds;
  return async () => {
    if (!keys || now >= staleAt) {
      const asked = now;
      const response = await fetch(`${licet.url}/oidc/jwks`);
      const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control") ?? "")?.[1]);
      keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
      staleAt = asked + maxAge * 1000;
    }
    return keys;
  };
}

test("keys are rotated again and again under load, and no verifier that trusts the cache headers notices", async () => {
  const kids = new Set<string>();
  let verified = 0;

  const createVerify = (scope: string, offsetMilliseconds: number) => {
    const getKeys = createStrictCache(offsetMilliseconds);
    return async () => {
      const { body } = await postForm(`${licet.url}/oidc/token`, {
        grant_type: "client_credentials",
        ...REPORTS,
        scope,
      });
      const keys = await getKeys();
      const { protectedHeader } = await jwtVerify(body.access_token as string, keys, {
        issuer: licet.url,
        currentDate: new Date(now),
      });
      kids.add(protectedHeader.kid as string);
      verified += 1;
    };
  };
  const rotate = async () => {
    for (const algorithm of ["ES256", "RS256"] as const) await licet.services.keyRing.rotate(algorithm);
    await licet.services.keyRing.maintain();
  };

  const verifiers = [0, 300, 600].flatMap((offset) => [
    createVerify("orders:read", offset),
    createVerify("stock:read", offset),
  ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    const rotating = round % ROTATE_EVERY_ROUNDS === 0 ? rotate() : undefined;
    await Promise.all([rotating, ...verifiers.map((verify) => verify())]);
    now += ROUND_MILLISECONDS;
  }
  assert.ok(kids.size >= 8, `${kids.size} keys signed`);
  assert.equal(verified, ROUNDS * verifiers.length);
});
