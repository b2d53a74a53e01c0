import assert from "node:assert/strict";
import { test } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { verifyAccessToken } from "./access-token.ts";
import { verifyIdToken } from "./id-token.ts";
import { createMemoryKeyStore, createTestClock, createTestRing } from "./keys/key-ring.fixture.ts";
import { signLogoutToken } from "./logout-token.ts";

const issuer = "https://licet.example.test";
const clock = createTestClock();
const keyRing = createTestRing(createMemoryKeyStore(), clock);
await keyRing.ensure();

const sign = (algorithm: "RS256" | "ES256" = "RS256") =>
  signLogoutToken(keyRing, {
    issuer,
    audience: "shop",
    subject: "usr_ada",
    sessionId: "ses_1",
    issuedAt: clock.seconds(),
    algorithm,
  });

for (const algorithm of ["RS256", "ES256"] as const)
  test(`Back-Channel Logout §2.4: a logout token signed with ${algorithm} has the claims it needs, and no nonce`, async () => {
    const keys = createLocalJWKSet({ keys: [...keyRing.jwks(clock.milliseconds()).keys] });
    const { payload, protectedHeader } = await jwtVerify(await sign(algorithm), keys, {
      issuer,
      audience: "shop",
      typ: "logout+jwt",
      algorithms: [algorithm],
      currentDate: new Date(clock.milliseconds()),
    });
    assert.equal(protectedHeader.typ, "logout+jwt");
    const { jti, ...claims } = payload;
    assert.match(String(jti), /^[0-9a-f-]{36}$/);
    assert.deepEqual(claims, {
      iss: issuer,
      aud: "shop",
      iat: clock.seconds(),
      exp: clock.seconds() + 120,
      sub: "usr_ada",
      sid: "ses_1",
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
  });

test("every logout token has a jti of its own", async () => {
  const jtis = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const [, payload = ""] = (await sign("ES256")).split(".");
      return JSON.parse(Buffer.from(payload, "base64url").toString()).jti as string;
    }),
  );
  assert.equal(new Set(jtis).size, 20);
});

test("RFC 8725 §3.11: a logout token is neither an ID token nor an access token", async () => {
  const now = clock.seconds();
  for (const algorithm of ["RS256", "ES256"] as const) {
    const token = await sign(algorithm);
    assert.equal(await verifyIdToken(keyRing, token, { issuer, now }), undefined);
    assert.equal(await verifyAccessToken(keyRing, token, { issuer, now }), undefined);
  }
});
