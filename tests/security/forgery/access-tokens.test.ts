// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { type JwtType, signJwt } from "../../../packages/server/src/tokens/sign-jwt.ts";
import { ORDERS_API, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import {
  byEcdsa,
  byHmac,
  byRsa,
  type Claims,
  forge,
  type Header,
  NONE_SPELLINGS,
  STRANGER,
  textsOfPublicKey,
  unsigned,
} from "./forge.ts";

let licet: RunningLicet;
/** A token that is good, so that each forgery differs from it in one thing only. */
let genuine: string;
let header: Header;
let claims: Claims;

before(async () => {
  licet = await startLicet({ state: SHOP });
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope: "orders:read",
    ...REPORTS,
  });
  genuine = String(body.access_token);
  header = decodeProtectedHeader(genuine) as Header;
  claims = decodeJwt(genuine);
});
after(() => licet.stop());

const introspect = (token: string, caller: Record<string, string>) =>
  postForm(`${licet.url}/oidc/introspect`, { token, ...caller });

/** Refused everywhere, told apart from any other bad token nowhere, and the genuine one unharmed. */
async function assertWorthless(token: string): Promise<void> {
  assert.notEqual(token, genuine);
  for (const caller of [REPORTS, ORDERS_API]) {
    const { status, text } = await introspect(token, caller);
    assert.equal(status, 200);
    assert.equal(text, '{"active":false}');
  }
  const revocation = await postForm(`${licet.url}/oidc/revoke`, { token, ...REPORTS });
  assert.equal(revocation.status, 200);
  assert.equal(revocation.text, "");
  assert.equal((await introspect(genuine, ORDERS_API)).body.active, true, "the genuine token is still alive");
}

/** A token that one of our own keys signed, so that only what it says can be wrong. */
const signedByUs = async (changes: Claims, typ: JwtType = "at+jwt"): Promise<string> => {
  const { keyRing, clock } = licet.services;
  return signJwt(keyRing.signer("ES256", clock.milliseconds()), typ, { ...claims, ...changes });
};

test("the genuine token is active, so that what follows can fail", async () => {
  assert.equal((await introspect(genuine, REPORTS)).body.active, true);
  assert.equal((await introspect(await signedByUs({ jti: "another" }), REPORTS)).body.active, true);
});

describe("RFC 8725 §3.1, §3.2: an access token without a signature is worthless", () => {
  for (const alg of NONE_SPELLINGS) {
    test(`with alg ${JSON.stringify(alg)} and no signature`, () =>
      assertWorthless(forge({ ...header, alg }, claims, unsigned)));
    test(`with alg ${JSON.stringify(alg)} and the signature of the genuine one`, () =>
      assertWorthless(forge({ ...header, alg }, claims, () => genuine.split(".")[2] ?? "")));
  }
  test("with the right alg and an empty signature", () => assertWorthless(forge(header, claims, unsigned)));
  test("with the right alg and a signature of zeros", () =>
    assertWorthless(forge(header, claims, () => new Uint8Array(64))));
  test("in two parts", () => assertWorthless(genuine.split(".").slice(0, 2).join(".")));
  test("without alg, without kid, with a kid that is no text", async () => {
    const signature = () => genuine.split(".")[2] ?? "";
    await assertWorthless(forge({ ...header, alg: undefined }, claims, signature));
    await assertWorthless(forge({ ...header, kid: undefined }, claims, signature));
    await assertWorthless(forge({ ...header, kid: [header.kid] }, claims, signature));
    await assertWorthless(forge({ ...header, kid: "__proto__" }, claims, signature));
  });
});

describe("RFC 8725 §2.1: a public key of ours is no secret to sign with", () => {
  test("HS256, HS384 and HS512 with every text of every published key", async () => {
    const { keys } = (await (await fetch(`${licet.url}/oidc/jwks`)).json()) as {
      keys: Record<string, string>[];
    };
    assert.equal(keys.length, 3);
    for (const jwk of keys) {
      for (const [, text] of textsOfPublicKey(createPublicKey({ key: jwk, format: "jwk" }))) {
        for (const bits of ["256", "384", "512"] as const) {
          const forged = { ...header, alg: `HS${bits}`, kid: jwk.kid };
          await assertWorthless(forge(forged, claims, byHmac(`sha${bits}`, text)));
          await assertWorthless(forge({ ...forged, alg: jwk.alg }, claims, byHmac(`sha${bits}`, text)));
        }
      }
    }
  });
  test("with the JWKS itself, an empty secret and the kid as a path", async () => {
    const jwks = await (await fetch(`${licet.url}/oidc/jwks`)).text();
    for (const key of [jwks, ""]) {
      for (const kid of [header.kid, "../../../../dev/null", "' or 1=1 --", ""]) {
        await assertWorthless(forge({ ...header, alg: "HS256", kid }, claims, byHmac("sha256", key)));
      }
    }
  });
});

describe("RFC 8725 §3.1, §3.10: a key or an algorithm of the attacker's choice is not taken", () => {
  test("a stranger's key under our kid, and no kid", async () => {
    const signer = byEcdsa(STRANGER.ec.privateKey);
    await assertWorthless(forge(header, claims, signer));
    await assertWorthless(forge({ ...header, kid: undefined }, claims, signer));
    await assertWorthless(forge({ ...header, kid: "unknown" }, claims, signer));
  });
  test("RS256 under the kid of an ES256 key, and the other way round", async () => {
    await assertWorthless(forge({ ...header, alg: "RS256" }, claims, byRsa(STRANGER.rsa.privateKey)));
    const rsaKid = licet.services.keyRing.signer("RS256", Date.now()).kid;
    await assertWorthless(forge({ ...header, kid: rsaKid }, claims, byEcdsa(STRANGER.ec.privateKey)));
  });
  test("a key in the header: jwk, x5c", async () => {
    const jwk = STRANGER.ec.publicKey.export({ format: "jwk" });
    const x5c = [STRANGER.ec.publicKey.export({ type: "spki", format: "der" }).toString("base64")];
    for (const extra of [{ jwk }, { x5c }, { jwk: { ...jwk, kid: header.kid } }]) {
      await assertWorthless(forge({ ...header, ...extra }, claims, byEcdsa(STRANGER.ec.privateKey)));
    }
  });
  test("an extension that must be understood (RFC 7515 §4.1.11)", async () => {
    const { keyRing, clock } = licet.services;
    const { kid, scheme } = keyRing.signer("ES256", clock.milliseconds());
    const { key } = scheme.key as { key: Parameters<typeof byEcdsa>[0] };
    const crit = { ...header, kid, crit: ["exp"], exp: 1 };
    await assertWorthless(forge(crit, claims, byEcdsa(key)));
    // The same by the same key is good without the extension, so it was the extension.
    const plain = forge(header, { ...claims, jti: "plain" }, byEcdsa(key));
    assert.equal((await introspect(plain, REPORTS)).body.active, true);
    // RFC 7518 §3.4: R and S, not DER.
    await assertWorthless(forge(header, claims, byEcdsa(key, "der")));
  });
});

describe("RFC 7515 §2, §5.2: one token has one spelling", () => {
  const spellings: Record<string, (token: string) => string> = {
    "padded with =": (token) => `${token}=`,
    "with a space behind": (token) => `${token} `,
    "with a newline behind": (token) => `${token}\n`,
    "with a fourth part": (token) => `${token}.`,
    "with a NUL behind": (token) => `${token}\0`,
    "with spare bits set in the signature": (token) => {
      const last = token.slice(-1);
      const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      return token.slice(0, -1) + letters[letters.indexOf(last) ^ 1];
    },
    "in the alphabet of plain base64": (token) =>
      token
        .split(".")
        .map((part) => Buffer.from(part, "base64url").toString("base64"))
        .join("."),
    "with a scheme before it": (token) => `Bearer ${token}`,
    "as JSON (RFC 7515 §7.2.2)": (token) => {
      const [protectedHeader, payload, signature] = token.split(".");
      return JSON.stringify({ protected: protectedHeader, payload, signature });
    },
    "longer than any of ours": (token) => token + "A".repeat(9000),
  };
  for (const [name, spell] of Object.entries(spellings)) test(name, () => assertWorthless(spell(genuine)));

  test("with one claim changed", async () => {
    const [first, , last] = genuine.split(".");
    const changed = Buffer.from(JSON.stringify({ ...claims, scope: "orders:read orders:refund" }));
    await assertWorthless(`${first}.${changed.toString("base64url")}.${last}`);
  });
});

describe("RFC 8725 §3.11, §3.12, RFC 9068 §4: what our own keys signed for another purpose is no access token", () => {
  test("typ logout+jwt: a logout token", async () => assertWorthless(await signedByUs({}, "logout+jwt")));
  // Access tokens may have its typ (token-kinds.test.ts), and never what is in it.
  test("typ JWT: an ID token", async () => assertWorthless(await signedByUs({ at_hash: "x" }, "JWT")));
  const now = Math.floor(Date.now() / 1000);
  const wrong: Record<string, Claims | (() => Claims)> = {
    "another issuer": { iss: "https://evil.test" },
    "our issuer with a slash behind": () => ({ iss: `${licet.url}/` }),
    "no issuer": { iss: undefined },
    "no subject": { sub: undefined },
    "no audience": { aud: undefined },
    "an empty list of audiences": { aud: [] },
    "no client_id": { client_id: undefined },
    "no jti": { jti: undefined },
    "no scope": { scope: undefined },
    "a scope that is a list": { scope: ["orders:read"] },
    "no exp": { exp: undefined },
    "an exp that is a text": { exp: String(now + 600) },
    "an exp in the past": { exp: now - 1 },
    "an exp of this second": { exp: now },
    "an iat far ahead": { iat: now + 3600 },
  };
  for (const [name, changes] of Object.entries(wrong)) {
    test(name, async () =>
      assertWorthless(await signedByUs(typeof changes === "function" ? changes() : changes)),
    );
  }
});
