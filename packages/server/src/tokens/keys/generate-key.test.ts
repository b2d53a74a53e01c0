import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { SIGNING_ALGORITHMS } from "@licet/engine/internal/values/algorithms.ts";
import { calculateJwkThumbprint } from "jose";
import { generateKey, publicJwk } from "./generate-key.ts";

const MEMBERS = {
  ES256: ["alg", "crv", "kid", "kty", "use", "x", "y"],
  RS256: ["alg", "e", "kid", "kty", "n", "use"],
  EdDSA: ["alg", "crv", "kid", "kty", "use", "x"],
};

for (const algorithm of SIGNING_ALGORITHMS) {
  test(`a new ${algorithm} key shows its public members only and is named by its thumbprint`, async () => {
    const key = await generateKey(algorithm);
    assert.deepEqual(Object.keys(key.publicJwk).toSorted(), MEMBERS[algorithm]);
    assert.equal(key.publicJwk.alg, algorithm);
    assert.equal(key.publicJwk.use, "sig");
    assert.equal(key.publicJwk.kid, key.kid);
    assert.equal(key.kid, await calculateJwkThumbprint({ ...key.publicJwk }));
    const derived = createPublicKey(createPrivateKey({ key: key.privateKey, format: "der", type: "pkcs8" }));
    assert.deepEqual(publicJwk(key.kid, algorithm, derived), key.publicJwk);
  });
}

test("an RSA key has 2048 bits", async () => {
  const { publicJwk: jwk } = await generateKey("RS256");
  assert.equal(Buffer.from(jwk.n ?? "", "base64url").length, 256);
});

test("a private key is never turned into a JWK", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  assert.throws(() => publicJwk("kid", "EdDSA", privateKey), TypeError);
});
