import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { InvalidInputError } from "../core/errors/errors.ts";
import { parseClientJwks, suitsAlgorithm } from "./client-jwks.ts";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ecJwk = ec.publicKey.export({ format: "jwk" });
const rsaJwk = rsa.publicKey.export({ format: "jwk" });

const refused = (value: unknown, message: RegExp) =>
  assert.throws(
    () => parseClientJwks(value),
    (error) => error instanceof InvalidInputError && message.test(error.message),
    JSON.stringify(value),
  );

test("public keys are kept with the members that matter, and nothing else", () => {
  const edJwk = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const given = {
    keys: [{ ...ecJwk, kid: "a", alg: "ES256", x5c: ["…"], foo: 1 }, rsaJwk, edJwk],
    extra: true,
  };
  assert.deepEqual(parseClientJwks(given), {
    keys: [
      { ...ecJwk, kid: "a", use: "sig", alg: "ES256" },
      { ...rsaJwk, use: "sig" },
      { ...edJwk, use: "sig" },
    ],
  });
});

test("a parsed set parses again to the same", () => {
  const parsed = parseClientJwks({ keys: [{ ...ecJwk, kid: "a" }] });
  assert.deepEqual(parseClientJwks(parsed), parsed);
});

test("a private or a symmetric key is refused without repeating it", () => {
  const leaked = ec.privateKey.export({ format: "jwk" });
  refused({ keys: [leaked] }, /jwks\.keys\[0\].*private member "d"/);
  assert.throws(
    () => parseClientJwks({ keys: [leaked] }),
    (error) => error instanceof Error && !error.message.includes(String(leaked.d)),
  );
  refused({ keys: [ecJwk, rsa.privateKey.export({ format: "jwk" })] }, /keys\[1\].*private member/);
  for (const member of ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]) {
    refused({ keys: [{ ...rsaJwk, [member]: null }] }, /private member/);
  }
  refused({ keys: [{ kty: "oct", k: "c2VjcmV0" }] }, /private member "k"/);
  refused({ keys: [{ kty: "oct" }] }, /expected an EC key/);
});

test("it must be a set of 1 to 10 keys", () => {
  for (const value of [undefined, null, "x", [], {}, { keys: {} }, { keys: "x" }])
    refused(value, /list "keys"/);
  refused({ keys: [] }, /1 to 10/);
  refused({ keys: Array(11).fill(ecJwk) }, /1 to 10/);
  assert.equal(parseClientJwks({ keys: Array(10).fill(ecJwk) }).keys.length, 10);
  for (const key of [null, 1, "x", []]) refused({ keys: [key] }, /expected a JSON Web Key/);
});

test("kinds and curves that we do not verify with are refused", () => {
  for (const namedCurve of ["P-521", "secp256k1"]) {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve });
    refused({ keys: [publicKey.export({ format: "jwk" })] }, /expected an EC key/);
  }
  for (const { publicKey } of [generateKeyPairSync("ed448"), generateKeyPairSync("x25519")]) {
    refused({ keys: [publicKey.export({ format: "jwk" })] }, /expected an EC key/);
  }
  for (const kty of ["ec", "", 1, null, "__proto__"])
    refused({ keys: [{ ...ecJwk, kty }] }, /expected an EC key/);
});

test("weak and broken keys are refused", () => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
  refused({ keys: [weak] }, /2048 to 8192 bits/);
  refused(
    { keys: [{ ...rsaJwk, n: Buffer.alloc(2048, 255).toString("base64url") }] },
    /8192 bits|not a valid/,
  );
  refused({ keys: [{ ...rsaJwk, e: "AQ" }] }, /public exponent|not a valid/);
  // 2^40 + 1: every verification would be slow.
  refused({ keys: [{ ...rsaJwk, e: "AQAAAAAB" }] }, /public exponent/);
  refused({ keys: [{ ...rsaJwk, n: undefined }] }, /not a valid public key/);
  refused({ keys: [{ ...ecJwk, x: ecJwk.y, y: ecJwk.x }] }, /not a valid public key/);
  refused({ keys: [{ ...ecJwk, y: undefined }] }, /not a valid public key/);
  refused({ keys: [{ ...ecJwk, x: 1 }] }, /not a valid public key/);
});

test("names, uses and algorithms must make sense", () => {
  for (const kid of ["", 1, null, "x".repeat(257)]) refused({ keys: [{ ...ecJwk, kid }] }, /kid/);
  refused({ keys: [{ ...ecJwk, use: "enc" }] }, /use/);
  for (const alg of ["HS256", "none", "ES512", 1])
    refused({ keys: [{ ...ecJwk, alg }] }, /alg: expected one of/);
  refused({ keys: [{ ...ecJwk, alg: "RS256" }] }, /does not work with this kind of key/);
});

test("RFC 9864: EdDSA and Ed25519 are one algorithm for a key on that curve; no others are", () => {
  const { x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  const ed = { kty: "OKP", crv: "Ed25519", x };
  for (const alg of ["EdDSA", "Ed25519"])
    for (const used of ["EdDSA", "Ed25519"] as const) assert.ok(suitsAlgorithm({ ...ed, alg }, used));
  assert.ok(!suitsAlgorithm({ ...rsaJwk, alg: "PS256" }, "RS256"));
  assert.ok(!suitsAlgorithm({ ...ed, alg: "ES256" }, "EdDSA"));
});
