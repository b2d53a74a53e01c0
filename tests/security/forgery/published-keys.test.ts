// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({
    state: SHOP,
    oneWorker: "other workers load keys as other nodes do: before they are used",
  });
});
after(() => licet.stop());

const getJson = async (path: string): Promise<unknown> => (await fetch(licet.url + path)).json();
const publishedKeys = async () =>
  ((await getJson(OAUTH_PATHS.jwks)) as { keys: Record<string, string>[] }).keys;

const EXPECTED: Record<string, { kty: string; crv?: string; members: readonly string[] }> = {
  ES256: { kty: "EC", crv: "P-256", members: ["alg", "crv", "kid", "kty", "use", "x", "y"] },
  RS256: { kty: "RSA", members: ["alg", "e", "kid", "kty", "n", "use"] },
  EdDSA: { kty: "OKP", crv: "Ed25519", members: ["alg", "crv", "kid", "kty", "use", "x"] },
};

function assertPublic(keys: readonly Record<string, string>[]): void {
  for (const key of keys) {
    const expected = EXPECTED[key.alg ?? ""];
    assert.ok(expected, `an algorithm of ours: ${key.alg}`);
    assert.equal(key.kty, expected.kty);
    assert.equal(key.crv, expected.crv);
    assert.equal(key.use, "sig");
    // The whole list, so that no private member of any kind of key can be among them.
    assert.deepEqual(Object.keys(key).sort(), expected.members);
    assert.ok((key.kid ?? "").length > 0);
    if (key.kty === "RSA") assert.ok(Buffer.from(key.n ?? "", "base64url").length >= 256, "2048 bits");
  }
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length, "each kid once (RFC 7517 §4.5)");
}

test("RFC 7517 §4: the JWKS holds public members only, one name for each key, use and alg", async () => {
  const jwks = (await getJson(OAUTH_PATHS.jwks)) as object;
  assert.deepEqual(Object.keys(jwks), ["keys"]);
  const keys = await publishedKeys();
  assert.equal(keys.length, 3);
  assertPublic(keys);
});

test("RFC 7517 §4: also while keys are rotated, the coming ones among them", async () => {
  for (const algorithm of ["ES256", "RS256", "EdDSA"] as const) {
    await licet.services.keyRing.rotate(algorithm);
  }
  const keys = await publishedKeys();
  assert.equal(keys.length, 6);
  assertPublic(keys);
});

test("RFC 8414 §2, OpenID Connect Discovery §3: no weak algorithm or method is offered", async () => {
  for (const path of [OAUTH_PATHS.openidConfiguration, OAUTH_PATHS.authorizationServer]) {
    const metadata = (await getJson(path)) as Record<string, unknown>;
    for (const [member, value] of Object.entries(metadata)) {
      const values = Array.isArray(value) ? value.map(String) : [String(value)];
      if (member.includes("_alg_values_")) {
        for (const algorithm of values) assert.match(algorithm, /^(ES256|ES384|RS256|PS256|EdDSA|Ed25519)$/);
      }
      assert.ok(!values.includes("plain"), `${member} without plain (RFC 9700 §2.1.1)`);
      if (/grant_types|response_types/.test(member)) {
        for (const weak of ["password", "implicit", "token", "id_token token"]) {
          assert.ok(!values.includes(weak), `${member} without ${weak} (RFC 9700 §2.1.2, §2.4)`);
        }
      }
      if (/_endpoint$|_uri$/.test(member)) assert.ok(values[0]?.startsWith(`${licet.url}/`), member);
    }
    // Introspection is for those who can prove who they are (RFC 7662 §2.1).
    assert.ok(!(metadata.introspection_endpoint_auth_methods_supported as string[]).includes("none"));
    assert.ok(!(metadata.token_endpoint_auth_signing_alg_values_supported as string[]).includes("none"));
  }
});
