import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, test } from "node:test";
import { SignJWT, UnsecuredJWT } from "jose";
import {
  type AssertionExpectations,
  InvalidAssertionError,
  verifyClientAssertion,
} from "./client-assertion.ts";
import { type AssertionAlgorithm, type ClientJwks, parseClientJwks } from "./client-jwks.ts";

const NOW = 1_767_225_600;
const ISSUER = "https://auth.example.test";
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ec384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ed = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });

const jwkOf = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: "jwk" }), ...more });
const jwks = parseClientJwks({ keys: [ec, ec384, rsa, ed].map(({ publicKey }) => jwkOf(publicKey)) });

const CLAIMS = { iss: "reports", sub: "reports", aud: ISSUER, jti: "one", iat: NOW, exp: NOW + 60 };
const assertionOf = (
  claims: Record<string, unknown> = {},
  {
    key = ec.privateKey,
    alg = "ES256",
    ...header
  }: { key?: KeyObject; alg?: string; [name: string]: unknown } = {},
): Promise<string> => new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader({ alg, ...header }).sign(key);

const verify = (assertion: string, over: Partial<AssertionExpectations> = {}) =>
  verifyClientAssertion(assertion, {
    jwks,
    clientId: "reports",
    audiences: [ISSUER, `${ISSUER}/oidc/token`],
    now: NOW,
    maxLifetimeSeconds: 300,
    skewSeconds: 30,
    ...over,
  });
const refused = (assertion: string, message: RegExp, over: Partial<AssertionExpectations> = {}) =>
  assert.rejects(verify(assertion, over), (error) => {
    assert.ok(error instanceof InvalidAssertionError);
    assert.match(error.message, message);
    // RFC 6749 §5.2: what may stand in an error_description.
    assert.match(error.message, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
    return true;
  });

describe("a client assertion is accepted", () => {
  const signers: readonly [AssertionAlgorithm, KeyObject][] = [
    ["ES256", ec.privateKey],
    ["ES384", ec384.privateKey],
    ["RS256", rsa.privateKey],
    ["PS256", rsa.privateKey],
    ["EdDSA", ed.privateKey],
    ["Ed25519", ed.privateKey],
  ];
  for (const [alg, key] of signers) {
    test(`when a registered key signed it with ${alg}`, async () => {
      assert.equal((await verify(await assertionOf({}, { alg, key }))).jti, "one");
    });
  }

  test("and must not come again until the tolerance for clocks has passed too", async () => {
    assert.deepEqual(await verify(await assertionOf()), { jti: "one", expiresAt: NOW + 90, issuedAt: NOW });
    assert.deepEqual(await verify(await assertionOf({ exp: NOW + 60.5, iat: undefined })), {
      jti: "one",
      expiresAt: NOW + 91,
    });
  });

  test("for any of our names, alone or as the only one of a list", async () => {
    for (const aud of [ISSUER, [ISSUER], `${ISSUER}/oidc/token`, [`${ISSUER}/oidc/token`]]) {
      assert.ok(await verify(await assertionOf({ aud })));
    }
  });

  test("without iat, and within the tolerance for clocks", async () => {
    for (const claims of [
      { iat: undefined },
      { iat: NOW + 30 },
      { nbf: NOW + 30 },
      { exp: NOW - 29 },
      { exp: NOW + 330 },
    ]) {
      assert.ok(await verify(await assertionOf(claims)), JSON.stringify(claims));
    }
  });

  test("when one of several keys that could be meant fits", async () => {
    const keys = [stranger, ec].map(({ publicKey }) => jwkOf(publicKey));
    assert.ok(await verify(await assertionOf({}, { kid: "any" }), { jwks: parseClientJwks({ keys }) }));
  });

  test("when the header offers other keys, which are ignored", async () => {
    const header = {
      jwk: jwkOf(stranger.publicKey),
      jku: "https://evil.example.test/jwks",
      x5u: "https://evil.example.test/cert",
    };
    assert.ok(await verify(await assertionOf({}, header)));
    await refused(await assertionOf({}, { ...header, key: stranger.privateKey }), /not signed with a key/);
  });
});

describe("a client assertion is refused", () => {
  test("when its signature is not from a registered key or was changed", async () => {
    await refused(await assertionOf({}, { key: stranger.privateKey }), /not signed with a key/);
    const [header, , signature] = (await assertionOf()).split(".");
    const payload = Buffer.from(JSON.stringify({ ...CLAIMS, jti: "two" })).toString("base64url");
    await refused(`${header}.${payload}.${signature}`, /not signed with a key/);
  });

  test("with no algorithm, a symmetric one, or one that we do not offer", async () => {
    await refused(new UnsecuredJWT(CLAIMS).encode(), /algorithm that is not accepted/);
    for (const alg of ["none", "HS256", "HS512", "RS384", "ES512", "es256", ""]) {
      const header = Buffer.from(JSON.stringify({ alg })).toString("base64url");
      const payload = Buffer.from(JSON.stringify(CLAIMS)).toString("base64url");
      const secret = ec.publicKey.export({ format: "pem", type: "spki" });
      const signature = createHmac("sha256", secret).update(`${header}.${payload}`).digest("base64url");
      await refused(`${header}.${payload}.${signature}`, /algorithm that is not accepted/);
    }
  });

  test("when the only key is symmetric, private, of another kind or for another use", async () => {
    const only = (key: Record<string, unknown>): { jwks: ClientJwks } => ({ jwks: { keys: [key] } });
    const assertion = await assertionOf();
    await refused(assertion, /none of the keys/, only({ kty: "oct", k: "c2VjcmV0" }));
    await refused(assertion, /none of the keys/, only(jwkOf(ec384.publicKey)));
    await refused(assertion, /none of the keys/, only(jwkOf(rsa.publicKey)));
    await refused(assertion, /none of the keys/, only(jwkOf(ec.publicKey, { use: "enc" })));
    await refused(assertion, /none of the keys/, only(jwkOf(ec.publicKey, { alg: "ES384" })));
    await refused(assertion, /not a valid JWT/, only(jwkOf(ec.privateKey)));
    await refused(assertion, /none of the keys/, { jwks: { keys: [] } });
  });

  test("when it names another key than the one that fits", async () => {
    const named = parseClientJwks({ keys: [jwkOf(ec.publicKey, { kid: "a" })] });
    assert.ok(await verify(await assertionOf({}, { kid: "a" }), { jwks: named }));
    assert.ok(await verify(await assertionOf(), { jwks: named }));
    await refused(await assertionOf({}, { kid: "b" }), /none of the keys/, { jwks: named });
  });

  test("when it has a claim that only a request object has, whatever its typ", async () => {
    for (const name of ["response_type", "redirect_uri", "code_challenge"])
      await refused(await assertionOf({ [name]: "code" }), /is a request object/);
  });
  test("when issuer or subject is not the client", async () => {
    for (const iss of [undefined, "other", ISSUER, ["reports"]])
      await refused(await assertionOf({ iss }), /as iss/);
    for (const sub of [undefined, "other", ["reports"]]) await refused(await assertionOf({ sub }), /as sub/);
  });

  test("when its audience is another, contains another, or is missing", async () => {
    const wrong = [undefined, "", [], "https://other.test", [ISSUER, "https://other.test"], [ISSUER, ISSUER]];
    for (const aud of [...wrong, [[ISSUER]], `${ISSUER}/`, { 0: ISSUER }]) {
      await refused(await assertionOf({ aud }), /only aud/);
    }
  });

  test("at the wrong time, or when it lives too long", async () => {
    await refused(await assertionOf({ exp: undefined }), /must have exp/);
    await refused(await assertionOf({ exp: NOW - 30 }), /has expired/);
    await refused(await assertionOf({ exp: NOW + 331 }), /within 300 seconds/);
    await refused(await assertionOf({ nbf: NOW + 31 }), /not valid yet/);
    await refused(await assertionOf({ iat: NOW + 31 }), /in the future/);
    for (const claim of ["exp", "nbf", "iat"]) {
      await refused(await assertionOf({ [claim]: String(NOW) }), new RegExp(`malformed ${claim}`));
    }
  });

  test("without an identifier that can be remembered", async () => {
    for (const jti of [undefined, "", 1, ["x"], "x".repeat(257)]) {
      await refused(await assertionOf({ jti }), /jti of 1 to 256/);
    }
    assert.ok(await verify(await assertionOf({ jti: "x".repeat(256) })));
  });

  test("when it is no JWT at all", async () => {
    for (const text of ["", "a", "a.b.c", "..", "{}", "é.é.é", "e30.e30"])
      await refused(text, /client assertion/);
    await refused(`${await assertionOf({ more: "x".repeat(9000) })}`, /too long/);
    await refused(await assertionOf({}, { kid: 7 }), /malformed kid/);
    const header = Buffer.from(JSON.stringify({ alg: "ES256", crit: ["b64"], b64: false })).toString(
      "base64url",
    );
    await refused(`${header}.e30.AA`, /client assertion/);
  });
});
