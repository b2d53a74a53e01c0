// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { authorizationPath, decodeClaims, readAuthorizationResponse } from "../../support/sign-in.ts";
import { CALLBACK, createPkce, createRequest, SHOP_CLIENT } from "../../support/storefront.ts";
import { assertPageOnly, assertRefusedTo } from "../authorization-endpoint/assert-answers.ts";
import type { Claims } from "../forgery/forge.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { NEIGHBOUR, SIGNER, type Signers, startSigners } from "./start-signers.ts";

let front: Signers;
before(async () => {
  front = await startSigners();
});
after(() => front.stop());

const now = () => front.clock.seconds();
const accepted = async (more: Claims, what: string) =>
  assert.ok(readAuthorizationResponse(await front.present(front.sign(more))).code, what);

describe("RFC 9101 §4, §6.3, §10.8: who signed it, for whom, until when", () => {
  const wrong: Readonly<Record<string, () => Claims>> = {
    "no iss": () => ({ iss: undefined }),
    "the issuer as iss": () => ({ iss: front.url }),
    "another client as iss": () => ({ iss: NEIGHBOUR.client_id }),
    "no client_id": () => ({ client_id: undefined }),
    "another client_id": () => ({ client_id: NEIGHBOUR.client_id }),
    "a client_id in a list": () => ({ client_id: [SIGNER.client_id] }),
    "no aud": () => ({ aud: undefined }),
    "another server as aud": () => ({ aud: "https://evil.test" }),
    "an endpoint as aud": () => ({ aud: `${front.url}/oidc/auth` }),
    "almost the issuer as aud": () => ({ aud: `${front.url}/` }),
    "an aud without us": () => ({ aud: ["https://evil.test", `${front.url}/oidc/par`] }),
    "an empty aud": () => ({ aud: [] }),
    "an aud of another kind": () => ({ aud: { issuer: front.url } }),
    "no exp": () => ({ exp: undefined }),
    "an exp that is past": () => ({ exp: now() - 31 }),
    "an exp too far ahead": () => ({ exp: now() + 340 }),
    "an exp that is a text": () => ({ exp: String(now() + 60) }),
    "an endless exp": () => ({ exp: 1e300 }),
    "an nbf to come": () => ({ nbf: now() + 60 }),
    "an nbf of another kind": () => ({ nbf: "0" }),
    "an iat to come": () => ({ iat: now() + 60 }),
    "an iat of another kind": () => ({ iat: "0" }),
    "the client as sub": () => ({ sub: SIGNER.client_id }),
  };
  for (const [name, more] of Object.entries(wrong))
    test(name, () => front.assertRefusedEverywhere(front.sign(more())));

  test("the limits of what is accepted", async () => {
    await accepted({ exp: now() + 300, nbf: now() - 3_600, iat: now() - 3_600 }, "300 seconds");
    await accepted({ exp: now() - 20, iat: now() + 20, nbf: now() + 20 }, "a clock that differs");
    await accepted({ iat: undefined, jti: undefined }, "neither iat nor jti");
    await accepted({ aud: [front.url] }, "a list with us");
    await accepted({ aud: ["https://other.test", front.url] }, "a list with us and others");
    await accepted({ sub: "somebody", unknown: { a: [1] }, __proto__x: null }, "what is not known");
  });

  test("an expired one that is presented again", async () => {
    const object = front.sign();
    assert.ok(readAuthorizationResponse(await front.present(object)).code);
    assert.ok(
      readAuthorizationResponse(await front.present(object)).code,
      "RFC 9101 has no replay rule: state and nonce are the client's",
    );
    front.clock.advance(120);
    await front.assertRefusedEverywhere(object);
  });
});

describe("RFC 9101 §4, §5: what may stand inside", () => {
  test("no request and no request_uri, whatever they are", async () => {
    const nested = [front.sign(), "", "https://evil.test/", `urn:ietf:params:oauth:request_uri:x`, null, {}];
    for (const value of nested) {
      await front.assertRefusedEverywhere(front.sign({ request: value }));
      await front.assertRefusedEverywhere(front.sign({ request_uri: value }));
    }
  });

  test("a parameter of the wrong kind", async () => {
    const wrong: readonly Claims[] = [
      { scope: ["openid"] },
      { scope: 1 },
      { scope: null },
      { redirect_uri: [CALLBACK] },
      { redirect_uri: { href: CALLBACK } },
      { state: 7 },
      { nonce: true },
      { prompt: ["login"] },
      { max_age: true },
      { max_age: [1] },
      { max_age: null },
      { claims: [] },
      { claims: 1 },
      { claims: null },
      { resource: 1 },
      { resource: [1] },
      { resource: [["https://orders.example.test"]] },
      { resource: {} },
      { response_type: ["code"] },
      { code_challenge: 1 },
    ];
    for (const more of wrong) await front.assertRefusedEverywhere(front.sign(more));
  });

  test("numbers, objects and lists where they belong count as they would outside", async () => {
    const resource = ["https://orders.example.test", "https://orders.example.test"];
    await accepted({ max_age: 3_600 }, "a number");
    await accepted({ max_age: "3600" }, "a text");
    await accepted({ claims: { id_token: { auth_time: { essential: true } } } }, "an object");
    await accepted({ claims: '{"id_token":{"auth_time":null}}' }, "JSON in a text");
    await accepted({ resource }, "a list");
    await accepted({ resource: resource[0] }, "one");
    await accepted({ nonce: "", login_hint: "" }, "RFC 6749 §3.1: an empty one is not there");
  });

  test("everything else is checked as always, and told to the inner address", async () => {
    const inner = { issuer: front.url, state: "inner" };
    const wrong: readonly (readonly [Claims, string])[] = [
      [{ response_type: undefined }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ scope: undefined }, "invalid_scope"],
      [{ scope: "a  b" }, "invalid_scope"],
      [{ max_age: -1 }, "invalid_request"],
      [{ max_age: 1.5 }, "invalid_request"],
      [{ max_age: 1e21 }, "invalid_request"],
      [{ claims: { userinfo: 1 } }, "invalid_request"],
      [{ resource: ["https://nowhere.test"] }, "invalid_target"],
      [{ registration: {} }, "registration_not_supported"],
      [{ code_challenge_method: "S256" }, "invalid_request"],
      [{ prompt: "none login" }, "invalid_request"],
      [{ response_mode: "fragment" }, "invalid_request"],
      [{ id_token_hint: "x" }, "invalid_request"],
    ];
    for (const [more, error] of wrong)
      assertRefusedTo(await front.present(front.sign(more), createRequest(SIGNER)), error, inner);
  });

  test("an inner address that is missing or not registered is a page, whatever is outside", async () => {
    for (const redirect_uri of [undefined, "", "https://evil.test/", `${CALLBACK}/`]) {
      const object = front.sign({ redirect_uri });
      assertPageOnly(await front.present(object, createRequest(SIGNER)), String(redirect_uri));
      assertRefused(await front.push(object, { redirect_uri: CALLBACK }), 400, "invalid_request");
    }
  });

  test("a request object that is too large", async () => {
    await front.assertRefusedEverywhere(front.sign({ padding: "x".repeat(10_000) }));
    const nonce = Buffer.alloc(1_000, "ä").toString();
    const long = { login_hint: nonce, nonce, claims: { userinfo: { [`c${"ä".repeat(1_200)}`]: null } } };
    const object = front.sign(long);
    assertRefusedTo(await front.present(object), "invalid_request", { issuer: front.url, state: "inner" });
    assertRefused(await front.push(object), 413, "invalid_request");
    assert.equal((await front.push(front.sign({ padding: "x".repeat(70_000) }))).status, 413);
  });
});

describe("RFC 9101 §6.3, §10.7: only what is inside counts", () => {
  const evil = {
    redirect_uri: `${CALLBACK}/two`,
    scope: "openid orders:read orders:write offline_access",
    state: "evil",
    nonce: "evil",
    response_mode: "form_post",
    response_type: "token",
    prompt: "login",
    max_age: "0",
    resource: "https://nowhere.test",
    claims: "[",
    ...createPkce().challenge,
  };
  const inside = { nonce: "inner" };

  const assertInner = async (page: Awaited<ReturnType<Signers["present"]>>) => {
    assert.ok(page.location?.startsWith(`${CALLBACK}?code=`), page.location ?? page.text);
    const { code = "", state } = readAuthorizationResponse(page);
    assert.equal(state, "inner");
    const { body, text } = await front.redeem(code, SIGNER);
    assert.equal(body.scope, "openid orders:read", text);
    assert.equal(body.refresh_token, undefined);
    assert.equal(decodeClaims(body.id_token).nonce, "inner");
  };

  test("in the address", async () => assertInner(await front.present(front.sign(inside), evil)));
  test("in a form", async () => {
    const fields = Object.entries({ ...evil, client_id: SIGNER.client_id, request: front.sign(inside) });
    await assertInner(await front.alice.post("/oidc/auth", fields));
  });
  test("pushed, and again beside the reference", async () => {
    const { status, body, text } = await front.push(front.sign(inside), evil);
    assert.equal(status, 201, text);
    const request_uri = String(body.request_uri);
    const { client_id } = SIGNER;
    await assertInner(await front.alice.get(authorizationPath({ client_id, request_uri, ...evil })));
  });

  test("PKCE that is inside is needed at the exchange; PKCE outside adds nothing", async () => {
    const { challenge, code_verifier } = createPkce();
    const getCode = async () =>
      readAuthorizationResponse(await front.present(front.sign(challenge), createPkce().challenge)).code ??
      "";
    assertRefused(await front.redeem(await getCode(), SIGNER), 400, "invalid_grant");
    const { status } = await front.redeem(await getCode(), { ...SIGNER, code_verifier });
    assert.equal(status, 200);
  });

  test("client_id is needed outside, once, and is the same", async () => {
    const object = front.sign();
    assertPageOnly(await front.alice.get(authorizationPath({ request: object })), "no client_id");
    assertPageOnly(await front.present(object, { client_id: NEIGHBOUR.client_id }), "another client");
    assertPageOnly(await front.present(object, { client_id: SHOP_CLIENT.client_id }), "one without keys");
    const twice = `${authorizationPath({ client_id: SIGNER.client_id, request: object })}&client_id=${SIGNER.client_id}`;
    assertPageOnly(await front.alice.get(twice), "twice");
    const pushed = await front.push(object, NEIGHBOUR);
    assertRefused(pushed, 400, "invalid_request_object");
  });

  test("RFC 6749 §3.1: nothing more than once, not even beside an object", async () => {
    const path = authorizationPath({ ...createRequest(SIGNER, { state: "outer" }), request: front.sign() });
    const outer = { issuer: front.url, state: "outer" };
    for (const name of ["request", "scope", "nonce", "unknown"]) {
      const value = encodeURIComponent(front.sign());
      const page = await front.alice.get(`${path}&${name}=${value}&${name}=${value}`);
      assertRefusedTo(page, "invalid_request", outer);
    }
    const bare = authorizationPath({ client_id: SIGNER.client_id, request: front.sign() });
    assertPageOnly(await front.alice.get(`${bare}&request=x`), "repeated, with nowhere to send it");
  });

  test("RFC 9101 §5: not together with a request_uri, and nothing is fetched", async () => {
    const outer = createRequest(SIGNER, { state: "outer", request_uri: "https://evil.test/" });
    const page = await front.present(front.sign(), outer);
    assertRefusedTo(page, "invalid_request", { issuer: front.url, state: "outer" });
  });
});
