import assert from "node:assert/strict";
import { createHmac, createPublicKey, generateKeyPairSync, sign, type webcrypto } from "node:crypto";
import { before, describe, test } from "node:test";
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "@licet/engine/internal/values/algorithms.ts";
import fc from "fast-check";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { type AccessToken, signAccessToken, verifyAccessToken } from "./access-token.ts";
import { createMemoryKeyStore, createTestClock, createTestRing } from "./keys/key-ring.fixture.ts";
import { createJwtSigner, signJwt } from "./sign-jwt.ts";

const ISSUER = "https://auth.example.test";
const clock = createTestClock();
const ring = createTestRing(createMemoryKeyStore(), clock);
const now = clock.seconds();

const machineToken: AccessToken = {
  issuer: ISSUER,
  subject: "reports",
  audience: "https://orders.example.test",
  clientId: "reports",
  scope: "orders:read",
  issuedAt: now,
  expiresAt: now + 600,
  tokenId: "token-1",
  algorithm: "ES256",
};
const issue = async (over: Partial<AccessToken> = {}): Promise<string> =>
  signAccessToken(ring, { ...machineToken, ...over });
const check = (token: string, at = now) => verifyAccessToken(ring, token, { issuer: ISSUER, now: at });

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const parts = (token: string): [header: string, payload: string, signature: string] =>
  token.split(".") as [string, string, string];
/** A token with any header and any claims, really signed by our current key. */
function forge(header: object, claims: unknown, algorithm: SigningAlgorithm = "ES256"): string {
  const { kid, scheme } = ring.signer(algorithm, clock.now);
  const input = `${encode({ alg: algorithm, typ: "at+jwt", kid, ...header })}.${encode(claims)}`;
  return `${input}.${sign(scheme.digest, Buffer.from(input), scheme.key).toString("base64url")}`;
}
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(parts(token)[1], "base64url").toString());

before(() => ring.ensure());

describe("a token that we issue", () => {
  test("has the type of its resources, and for Licet itself always its own", async () => {
    const typeOf = async (over: Partial<AccessToken>) =>
      JSON.parse(Buffer.from(parts(await issue(over))[0], "base64url").toString()).typ;
    assert.equal(await typeOf({}), "at+jwt");
    assert.equal(await typeOf({ type: "JWT" }), "JWT");
    for (const audience of [ISSUER, `${ISSUER}/api/v1`, ["https://orders.example.test", `${ISSUER}/api/v1`]])
      assert.equal(await typeOf({ type: "JWT", audience }), "at+jwt");
    assert.equal(await typeOf({ type: "JWT", audience: `${ISSUER}/orders` }), "JWT", "only has our host");
  });

  for (const algorithm of SIGNING_ALGORITHMS) {
    test(`is verified by jose from the JWKS, and by us (${algorithm})`, async () => {
      const token = await issue({ algorithm });
      const jwks = createLocalJWKSet(ring.jwks(clock.now) as unknown as JSONWebKeySet);
      const { payload, protectedHeader } = await jwtVerify(token, jwks, {
        issuer: ISSUER,
        audience: "https://orders.example.test",
        typ: "at+jwt",
        currentDate: new Date(clock.now),
      });
      const { kid } = ring.signer(algorithm, clock.now);
      assert.deepEqual(protectedHeader, { alg: algorithm, typ: "at+jwt", kid });
      assert.deepEqual(await check(token), payload);
    });
  }

  test("has the claims of RFC 9068 and no others for a machine", async () => {
    assert.deepEqual(await check(await issue()), {
      iss: ISSUER,
      sub: "reports",
      aud: "https://orders.example.test",
      client_id: "reports",
      scope: "orders:read",
      iat: now,
      exp: now + 600,
      jti: "token-1",
    });
  });

  test("names the application of an access key, several audiences, and how a user signed in", async () => {
    const token = await issue({
      subject: "usr_1",
      clientId: "ak_1",
      authorizedParty: "reports",
      audience: ["https://a.test", "https://b.test"],
      user: { authTime: now - 5, acr: "1", amr: ["pwd"] },
    });
    const claims = await check(token);
    assert.equal(claims?.azp, "reports");
    assert.deepEqual(claims?.aud, ["https://a.test", "https://b.test"]);
    assert.equal(claims?.auth_time, now - 5);
    assert.equal(claims?.acr, "1");
    assert.deepEqual(claims?.amr, ["pwd"]);
  });

  test("says what was put in, whatever the characters", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.array(text, { minLength: 1, maxLength: 3 }),
        async (subject, scope, audience) => {
          const claims = await check(await issue({ subject, scope, audience, algorithm: "EdDSA" }));
          assert.deepEqual([claims?.sub, claims?.scope, claims?.aud], [subject, scope, audience]);
        },
      ),
    );
  });

  test("is valid until the second before it expires, for its issuer only", async () => {
    const token = await issue();
    assert.ok(await check(token, now + 599));
    assert.equal(await check(token, now + 600), undefined);
    for (const issuer of [`${ISSUER}/`, "https://AUTH.example.test", ""]) {
      assert.equal(await verifyAccessToken(ring, token, { issuer, now }), undefined);
    }
  });

  test("may come from a clock that is up to 60 seconds ahead", async () => {
    assert.ok(await check(await issue({ issuedAt: now + 60, expiresAt: now + 600 })));
    assert.equal(await check(await issue({ issuedAt: now + 61, expiresAt: now + 600 })), undefined);
  });

  test("is valid across the switch to the next key, as long as it lives", async () => {
    const [ownStore, ownClock] = [createMemoryKeyStore(), createTestClock()];
    const ownRing = createTestRing(ownStore, ownClock);
    const { key } = await ownRing.rotate("ES256");
    const switchAt = key.activatesAt / 1000;
    const last = await signAccessToken(ownRing, {
      ...machineToken,
      issuedAt: switchAt - 1,
      expiresAt: switchAt + 3599,
    });
    const first = await signAccessToken(ownRing, {
      ...machineToken,
      issuedAt: switchAt,
      expiresAt: switchAt + 3600,
    });
    assert.equal(decodeProtectedHeader(first).kid, key.kid);
    assert.notEqual(decodeProtectedHeader(last).kid, key.kid);
    for (const at of [switchAt - 1, switchAt, switchAt + 3598]) {
      assert.ok(await verifyAccessToken(ownRing, last, { issuer: ISSUER, now: at }), `at ${at - switchAt}`);
      assert.ok(await verifyAccessToken(ownRing, first, { issuer: ISSUER, now: at }), `at ${at - switchAt}`);
    }
  });
});

describe("a token is refused", () => {
  const refused = async (token: string, why?: string) =>
    assert.equal(await check(token), undefined, why ?? token);

  test("when it is not three parts of unpadded base64url", async () => {
    const token = await issue();
    const [header, payload, signature] = parts(token);
    const wrong = [
      "",
      ".",
      "..",
      header,
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${token}.`,
      `${token}.${signature}`,
      `${token}=`,
      `${header}=.${payload}.${signature}`,
      ` ${token}`,
      `${token}\n`,
      `${header}.${payload}\n.${signature}`,
      `${header}.${payload}.${signature.replaceAll("-", "+").replaceAll("_", "/")}+`,
      `${token}\u0000`,
      `${header}.${payload}.${signature}é`,
    ];
    for (const text of wrong) await refused(text);
  });

  test("when it is longer than any token of ours", async () => {
    assert.ok(await check(await issue({ scope: "x".repeat(5000) })));
    await refused(await issue({ scope: "x".repeat(8192) }), "too long");
  });

  test("when its header or payload is not a JSON object", async () => {
    const [header, payload, signature] = parts(await issue());
    for (const text of ["null", "[]", "1", '"x"', "{", ""]) {
      await refused(`${Buffer.from(text).toString("base64url")}.${payload}.${signature}`);
    }
    for (const claims of [null, [], 1, "x"]) await refused(forge({}, claims));
    await refused(`${header}.${encode({})}.${signature}`);
  });

  test("with alg none in any spelling, signed or not", async () => {
    const [, payload, signature] = parts(await issue());
    const { kid } = ring.signer("ES256", clock.now);
    for (const alg of [
      "none",
      "None",
      "NONE",
      "nOnE",
      "",
      null,
      0,
      undefined,
      ["ES256"],
      "es256",
      "ES256 ",
    ]) {
      const header = encode({ alg, typ: "at+jwt", kid });
      await refused(`${header}.${payload}.`);
      await refused(`${header}.${payload}.${signature}`);
      await refused(forge({ alg }, claimsOf(await issue())));
    }
  });

  test("with an HMAC over the public key, in whatever form it was read", async () => {
    for (const algorithm of SIGNING_ALGORITHMS) {
      const { kid } = ring.signer(algorithm, clock.now);
      const jwk = ring.jwks(clock.now).keys.find((key) => key.kid === kid);
      assert.ok(jwk);
      const publicKey = createPublicKey({ key: jwk as unknown as webcrypto.JsonWebKey, format: "jwk" });
      const secrets = [
        publicKey.export({ format: "pem", type: "spki" }),
        publicKey.export({ format: "pem", type: "spki" }).toString().trim(),
        publicKey.export({ format: "der", type: "spki" }),
        JSON.stringify(jwk),
        jwk.n ?? jwk.x ?? "",
        Buffer.from(jwk.n ?? jwk.x ?? "", "base64url"),
      ];
      for (const secret of secrets) {
        for (const alg of ["HS256", algorithm]) {
          const input = `${encode({ alg, typ: "at+jwt", kid })}.${encode(claimsOf(await issue()))}`;
          await refused(`${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`);
        }
      }
    }
  });

  test("with the kid of a key of another algorithm", async () => {
    for (const algorithm of SIGNING_ALGORITHMS) {
      for (const other of SIGNING_ALGORITHMS.filter((candidate) => candidate !== algorithm)) {
        const { kid } = ring.signer(other, clock.now);
        await refused(forge({ kid }, claimsOf(await issue()), algorithm));
        await refused(forge({ kid, alg: other }, claimsOf(await issue()), algorithm));
        await refused(forge({ alg: other }, claimsOf(await issue()), algorithm));
      }
    }
  });

  test("with an unknown kid, none, or one that is not a text", async () => {
    for (const kid of ["unknown", "", undefined, null, 1, {}, "__proto__", "constructor"]) {
      await refused(forge({ kid }, claimsOf(await issue())), String(kid));
    }
  });

  test("when a stranger signed it, even with his key in the header", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { kid } = ring.signer("ES256", clock.now);
    await refused(
      await signJwt(createJwtSigner(kid, "ES256", privateKey), "at+jwt", claimsOf(await issue())),
    );
    const header = encode({ alg: "ES256", typ: "at+jwt", kid, jwk: publicKey.export({ format: "jwk" }) });
    const input = `${header}.${encode(claimsOf(await issue()))}`;
    const signature = sign("sha256", Buffer.from(input), { key: privateKey, dsaEncoding: "ieee-p1363" });
    await refused(`${input}.${signature.toString("base64url")}`);
  });

  test("when it is of another type", async () => {
    const signer = ring.signer("ES256", clock.now);
    const like = (more: object) => signJwt(signer, "JWT", { ...claims, ...more });
    const claims = claimsOf(await issue());
    assert.ok(await check(await like({})), "an access token may have it, where its resources ask for it");
    for (const more of [{ at_hash: "x" }, { nonce: "x" }, { sid: "x" }, { client_id: undefined }])
      await refused(await like(more), `an ID token: ${JSON.stringify(more)}`);
    for (const aud of ["reports", ISSUER, `${ISSUER}/api/v1`, ["https://orders.example.test", ISSUER], []])
      await refused(await like({ aud }), `for ${aud}`);
    await refused(await signJwt(signer, "logout+jwt", claimsOf(await issue())), "a logout token");
    for (const typ of [
      undefined,
      null,
      "",
      "at",
      "at+jwt ",
      "text/at+jwt",
      "application/application/at+jwt",
      1,
    ]) {
      await refused(forge({ typ }, claimsOf(await issue())), String(typ));
    }
    for (const typ of ["at+jwt", "AT+JWT", "application/at+jwt", "Application/At+Jwt"]) {
      assert.ok(await check(forge({ typ }, claimsOf(await issue()))), typ);
    }
  });

  test("with a critical extension, even an empty list of them", async () => {
    for (const crit of [["exp"], ["b64"], [], null, "x"])
      await refused(forge({ crit, b64: true }, claimsOf(await issue())));
  });

  test("when anything in it was changed", async () => {
    const token = await issue();
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: token.length - 1 }), fc.nat({ max: 63 }), async (position, letter) => {
        const changed = token.slice(0, position) + letters[letter] + token.slice(position + 1);
        fc.pre(changed !== token);
        await refused(changed);
      }),
      { numRuns: 400 },
    );
  });

  test("when the last character of the signature has other spare bits", async () => {
    const token = await issue();
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const letter of letters) {
      if (!token.endsWith(letter)) await refused(token.slice(0, -1) + letter);
    }
  });

  test("when an ES256 signature is DER, too short, too long, or zero", async () => {
    const [header, payload, signature] = parts(await issue());
    const { scheme } = ring.signer("ES256", clock.now);
    const key = "key" in scheme.key ? scheme.key.key : scheme.key;
    const raw = Buffer.from(signature, "base64url");
    const wrong = [
      sign("sha256", Buffer.from(`${header}.${payload}`), { key, dsaEncoding: "der" }),
      raw.subarray(1),
      raw.subarray(0, 63),
      Buffer.concat([raw, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), raw]),
      Buffer.alloc(64),
      Buffer.concat([Buffer.alloc(32), raw.subarray(32)]),
      Buffer.alloc(64, 255),
    ];
    for (const bytes of wrong) await refused(`${header}.${payload}.${bytes.toString("base64url")}`);
  });

  test("when a claim is missing or of the wrong type", async () => {
    const claims = claimsOf(await issue());
    assert.ok(await check(forge({}, claims)));
    for (const claim of Object.keys(claims)) {
      for (const value of [undefined, null, {}, true]) {
        await refused(forge({}, { ...claims, [claim]: value }), `${claim}: ${value}`);
      }
    }
    const wrong = {
      aud: [[], [1], ["a", null]],
      exp: [String(now + 600), now + 600.5, 1e300],
      iat: [String(now), now + 0.5],
      azp: [1, null],
      auth_time: ["1", null],
      acr: [1],
      amr: ["pwd", [1]],
    };
    for (const [claim, values] of Object.entries(wrong)) {
      for (const value of values)
        await refused(forge({}, { ...claims, [claim]: value }), `${claim}: ${value}`);
    }
  });

  test("when it is anything else, without ever throwing", async () => {
    await fc.assert(fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), (text) => refused(text)));
    const part = fc.json().map((json) => Buffer.from(json).toString("base64url"));
    await fc.assert(fc.asyncProperty(part, part, part, (a, b, c) => refused(`${a}.${b}.${c}`)));
  });
});
