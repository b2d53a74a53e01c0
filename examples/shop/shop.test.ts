import assert from "node:assert/strict";
import { createHmac, hash } from "node:crypto";
import { after, before, test } from "node:test";
import { createShop } from "./shop.ts";
import { type FakeIssuer, ISSUER_KEY, OTHER_KEY, signJwt, startFakeIssuer } from "./testing/fake-issuer.ts";

const SHOP = "http://127.0.0.1:4000";
const FROM = { ip: "127.0.0.1" };
let issuer: FakeIssuer;
before(async () => {
  issuer = await startFakeIssuer();
});
after(() => issuer.stop());

const createVisitor = () => {
  const { url } = issuer;
  const handle = createShop({
    issuer: url,
    clientId: "shop",
    clientSecret: "secret",
    url: SHOP,
    scopes: ["openid", "profile"],
  });
  let cookie = "";
  return async (path: string, headers: Record<string, string> = {}) => {
    const response = await handle(new Request(SHOP + path, { headers: { cookie, ...headers } }), FROM);
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return response;
  };
};

/** Starts a sign-in, lets the issuer respond with tokens, and gives the result page. */
async function visit(
  makeIdToken: (claims: Record<string, unknown>) => unknown,
  more: Readonly<Record<string, unknown>> = {},
) {
  const get = createVisitor();
  const begun = await get("/start?scope=openid&scope=profile&scope=admin");
  const asked = new URL(begun.headers.get("location") ?? "").searchParams;
  const claims = { iss: issuer.url, aud: "shop", sub: "u1", exp: 4e9, nonce: asked.get("nonce") };
  issuer.tokenResponse = {
    access_token: "opaque",
    token_type: "Bearer",
    id_token: makeIdToken(claims),
    ...more,
  };
  issuer.userinfo = { sub: "u1", name: "Alice" };
  const back = await get(`/callback?code=c&state=${asked.get("state")}`);
  assert.equal(back.headers.get("location"), "/result");
  return { asked, text: await (await get("/result")).text() };
}

test("an ID token signed by the issuer is accepted, even with an opaque access token and without a scope", async () => {
  const { asked, text } = await visit((claims) => signJwt(claims, ISSUER_KEY.privateKey));
  assert.match(text, /<bdi class="name">Alice<\/bdi>/);
  assert.equal(text.match(/chip granted/g)?.length, 2);
  assert.doesNotMatch(text, /chip refused/);
  assert.equal(asked.get("scope"), "openid profile", "only what the shop offers is asked for");
  const verifier = issuer.forms.at(-1)?.get("code_verifier") ?? "";
  assert.equal(asked.get("code_challenge"), hash("sha256", verifier, "base64url"));
});

test("with an issuer that names no refused scopes, the missing scopes count as refused", async () => {
  const { text } = await visit((claims) => signJwt(claims, ISSUER_KEY.privateKey), { scope: "openid" });
  assert.match(text, /chip refused">.*?<code>profile<\/code><\/li>/);
});

const unsigned = (header: object, claims: object) =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
const asHmac = (claims: object) => {
  const text = unsigned({ alg: "HS256", kid: "one" }, claims);
  const key = ISSUER_KEY.publicKey.export({ type: "spki", format: "pem" });
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
};
const refused: readonly (readonly [string, (claims: Record<string, unknown>) => unknown])[] = [
  ["signed by another key", (claims) => signJwt(claims, OTHER_KEY.privateKey)],
  ["of alg none", (claims) => `${unsigned({ alg: "none", kid: "one" }, claims)}.`],
  ["of alg HS256 with the public key", asHmac],
  ["with an unknown key id", (claims) => signJwt(claims, ISSUER_KEY.privateKey, { kid: "two" })],
  ["with an extension", (claims) => signJwt(claims, ISSUER_KEY.privateKey, { crit: ["b64"], b64: false })],
  ["for another nonce", (claims) => signJwt({ ...claims, nonce: "x" }, ISSUER_KEY.privateKey)],
  ["that is none", () => "opaque"],
  ["that is no text", () => 1],
];
for (const [what, makeIdToken] of refused) {
  test(`RFC 8725 §3.1, OpenID Connect Core §3.1.3.7: an ID token ${what} is refused at sign-in`, async () => {
    const { text } = await visit(makeIdToken);
    assert.match(text, /<code>invalid_id_token<\/code>/);
    assert.doesNotMatch(text, /Alice|demo-sign-out/);
  });
}

test("OpenID Connect Core §5.3.2: userinfo about another user is not shown", async () => {
  const { text } = await visit((claims) => signJwt({ ...claims, sub: "u2" }, ISSUER_KEY.privateKey));
  assert.match(text, /<bdi class="name">u2<\/bdi>/);
  assert.doesNotMatch(text, /Alice/);
});

test("OpenID Connect Discovery §4.3: a document of another issuer is not used, and the next one is asked for again", async () => {
  const get = createVisitor();
  issuer.metadata.issuer = "https://evil.example.test";
  assert.equal((await get("/")).status, 502);
  issuer.metadata.issuer = issuer.url;
  assert.equal((await get("/")).status, 200);
});

test("an unknown path is 404, and every page has its language", async () => {
  const get = createVisitor();
  for (const path of ["/nothing", "/assets/shop.css", "/__proto__"])
    assert.equal((await get(path)).status, 404);
  const page = await (await get("/", { "accept-language": "zh-CN,en;q=0.5" })).text();
  assert.match(page, /<html lang="zh-Hans">[\s\S]*登录小店/);
  for (const [, asset = ""] of page.matchAll(/"(\/assets\/[^"]+)"/g)) {
    const served = await get(asset);
    assert.equal(served.status, 200);
    assert.doesNotMatch(
      (await served.text()).replace("http://www.w3.org/2000/svg", ""),
      /url\(|@import|https?:/,
    );
  }
});
