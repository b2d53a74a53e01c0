import assert from "node:assert/strict";
import { createPublicKey, type webcrypto } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { decodeClaims, userinfo } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { DESK, ORDERS_SERVER } from "../../support/storefront.ts";
import {
  byHmac,
  byRsa,
  forge,
  NONE_SPELLINGS,
  STRANGER,
  textsOfPublicKey,
  unsigned,
} from "../forgery/forge.ts";
import { issueToken } from "../issue-token.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const headerOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString());

async function assertInvalid(token: string, what = ""): Promise<void> {
  const { status, body, headers } = await userinfo(front, token);
  assert.equal(status, 401, what);
  assert.equal(body.error, "invalid_token");
  assert.match(headers.get("www-authenticate") ?? "", /^Bearer .*error="invalid_token"/);
  assert.equal(headers.get("cache-control"), "no-store");
}

describe("RFC 8725 §3.1, §3.2: unsigned tokens, and tokens signed by another key", () => {
  test("unsigned, in every spelling of none", async () => {
    const { access_token } = await front.tokens();
    for (const alg of NONE_SPELLINGS)
      await assertInvalid(
        forge({ ...headerOf(access_token), alg }, decodeClaims(access_token), unsigned),
        alg,
      );
    await assertInvalid(forge(headerOf(access_token), decodeClaims(access_token), unsigned));
  });
  test("RFC 8725 §2.1: signed with our public key as a secret", async () => {
    const { access_token } = await front.tokens();
    const { keys } = (await (await fetch(`${front.url}/oidc/jwks`)).json()) as {
      keys: (webcrypto.JsonWebKey & { kid: string })[];
    };
    for (const jwk of keys) {
      for (const [name, text] of textsOfPublicKey(createPublicKey({ key: jwk, format: "jwk" }))) {
        const header = { ...headerOf(access_token), alg: "HS256", kid: jwk.kid };
        await assertInvalid(forge(header, decodeClaims(access_token), byHmac("sha256", text)), name);
      }
    }
  });
  test("signed by a stranger, or changed", async () => {
    const { access_token } = await front.tokens();
    const jwk = STRANGER.rsa.publicKey.export({ format: "jwk" });
    const header = { ...headerOf(access_token), alg: "RS256" };
    for (const more of [{}, { jwk }, { jku: `${front.url}/evil` }, { kid: "mine" }])
      await assertInvalid(
        forge({ ...header, ...more }, decodeClaims(access_token), byRsa(STRANGER.rsa.privateKey)),
      );
    const [head, , signature] = access_token.split(".");
    const changed = { ...decodeClaims(access_token), scope: "openid email profile" };
    await assertInvalid(`${head}.${Buffer.from(JSON.stringify(changed)).toString("base64url")}.${signature}`);
  });
});

describe("RFC 8725 §3.11, §3.12, RFC 9068 §4: tokens of another kind", () => {
  test("an ID token, a refresh token, a code, nonsense", async () => {
    const { id_token, refresh_token } = await front.tokens({ scope: "openid offline_access" });
    for (const token of [id_token, refresh_token, await front.code(), "x", "a.b.c", "..", "A".repeat(5_000)])
      await assertInvalid(token);
  });
  test("an ID token opens neither the management API nor the permission API", async () => {
    const { id_token, access_token } = await front.tokens();
    // For nothing but our own endpoint: the one audience that could be mistaken.
    const { access_token: plain } = await front.tokens({ scope: "openid" });
    assert.equal(decodeClaims(plain).aud, front.url);
    for (const token of [id_token, access_token, plain]) {
      for (const path of ["/api/v1/users", "/api/v1/check", "/access/v1/evaluation"]) {
        const response = await fetch(front.url + path, {
          method: path.endsWith("users") ? "GET" : "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(!path.endsWith("users") && { body: "{}" }),
        });
        assert.equal(response.status, 401, path);
      }
    }
  });
  test("a client's own token, and a user's token without openid, give no user", async () => {
    const own = await issueToken(front, ORDERS_SERVER, "licet:explain");
    const { access_token } = await front.tokens({ scope: "orders:read" });
    for (const token of [own, access_token]) {
      const { status, body, headers } = await userinfo(front, token);
      assert.equal(status, 403);
      assert.equal(body.error, "insufficient_scope");
      assert.match(headers.get("www-authenticate") ?? "", /error="insufficient_scope".*scope="openid"/);
    }
  });
  test("an expired one, with nothing swept", async () => {
    const { access_token } = await front.tokens();
    front.clock.advance(601);
    await assertInvalid(access_token);
    front.clock.advance(-601);
  });
});

describe("RFC 6750 §2: how a token is presented", () => {
  const ask = (init: RequestInit, query = "") => fetch(`${front.url}/oidc/userinfo${query}`, init);
  test("in the header by GET and POST, in a form by POST", async () => {
    const { access_token } = await front.tokens();
    const headers = { authorization: `Bearer ${access_token}` };
    assert.equal((await ask({ headers })).status, 200);
    assert.equal((await ask({ headers: { authorization: `bearer ${access_token}` } })).status, 200);
    assert.equal((await ask({ method: "POST", headers })).status, 200);
    assert.equal((await ask({ method: "POST", body: new URLSearchParams({ access_token }) })).status, 200);
  });
  test("RFC 6750 §2.3, RFC 9700 §4.3.2: never in the address", async () => {
    const { access_token } = await front.tokens();
    assert.equal((await ask({}, `?access_token=${access_token}`)).status, 401);
    assert.equal((await ask({ method: "POST" }, `?access_token=${access_token}`)).status, 401);
  });
  test("twice, or not at all", async () => {
    const { access_token } = await front.tokens();
    const headers = { authorization: `Bearer ${access_token}` };
    const twice = await ask({ method: "POST", headers, body: new URLSearchParams({ access_token }) });
    assert.equal(twice.status, 400);
    const repeated = `access_token=${access_token}&access_token=${access_token}`;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal((await ask({ method: "POST", headers: form, body: repeated })).status, 400);
    for (const authorization of [
      "",
      "Bearer",
      "Bearer ",
      "Basic abc",
      `Bearer ${access_token} x`,
      "Bearer \u00e4",
    ]) {
      const { status, headers } = await ask({ headers: { authorization } });
      assert.equal(status, 401, authorization);
      assert.match(headers.get("www-authenticate") ?? "", /^Bearer/);
    }
    const none = await ask({});
    assert.equal(none.status, 401);
    assert.doesNotMatch(none.headers.get("www-authenticate") ?? "", /error=/, "RFC 6750 §3.1");
  });
});

test("OpenID Connect Core §5.4: each scope its claims, and nothing that was not agreed to", async () => {
  const known = async (scope: string) =>
    Object.keys((await userinfo(front, (await front.tokens({ scope })).access_token)).body);
  assert.deepEqual(await known("openid"), ["sub"]);
  assert.deepEqual(await known("openid email"), ["sub", "email", "email_verified"]);
  assert.deepEqual(await known("openid phone"), ["sub", "phone_number"]);
  assert.deepEqual(await known("openid profile"), ["sub", "name", "preferred_username"]);
});

test("RFC 8725 §3.12: an attribute of the user does not override what the token says", async () => {
  await front.apply(
    `users: [{ username: alice, email: alice@example.test, attributes: { sub: evil, iss: evil, aud: evil, exp: 1, name: 7, email_verified: "yes", phone_number: "+49 1" } }]`,
  );
  const claims = JSON.stringify({ id_token: { sub: null, iss: null, aud: null, exp: null, name: null } });
  const { id_token, access_token } = await front.tokens({ scope: "openid email", claims });
  const identity = decodeClaims(id_token);
  assert.equal(identity.iss, front.url);
  assert.equal(identity.aud, DESK.client_id);
  assert.match(String(identity.sub), /^usr_/);
  const { body } = await userinfo(front, access_token);
  assert.equal(body.sub, identity.sub);
  assert.equal(body.email_verified, false);
});
