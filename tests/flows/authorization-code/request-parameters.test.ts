// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { authorize, decodeClaims, getCode, readForm, userinfo } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, CALLBACK, createRequest, DESK } from "../../support/storefront.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

test("form_post: the answer is a form that goes to the application", async () => {
  const page = await authorize(front.alice, createRequest(DESK, { response_mode: "form_post" }));
  assert.equal(page.status, 200);
  assert.match(page.text, new RegExp(`<form method="post" action="${CALLBACK}">`));
  const { code = "", state, iss } = Object.fromEntries(readForm(page, "form-post-continue"));
  assert.deepEqual([state, iss], ["a state", front.url]);
  assert.equal((await front.redeem(code)).status, 200);
});

test("a pushed request: the browser carries nothing but a reference", async () => {
  const { status, body } = await postForm(`${front.url}/oidc/par`, {
    ...createRequest(DESK, { nonce: "pushed" }),
    ...DESK,
  } as Record<string, string>);
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), ["request_uri", "expires_in"]);
  const reference = { client_id: DESK.client_id, request_uri: String(body.request_uri) };
  const code = await getCode(front.alice, reference, ALICE);
  assert.equal(decodeClaims((await front.redeem(code)).body.id_token).nonce, "pushed");
});

test("the claims parameter: asked in detail, given where it was asked for", async () => {
  const claims = JSON.stringify({
    userinfo: { email: { essential: true } },
    id_token: { phone_number: null, unknown_claim: null, auth_time: { essential: true } },
  });
  const tokens = await front.tokens({ scope: "openid", claims });
  const identity = decodeClaims(tokens.id_token);
  assert.equal(identity.phone_number, "+49 1");
  assert.equal(identity.email, undefined);
  assert.ok(identity.auth_time);
  const { body } = await userinfo(front, tokens.access_token);
  assert.deepEqual(body, { sub: identity.sub, email: "alice@example.test" });
  assert.equal(tokens.scope, "openid");
});

test("resources narrow what is given, and again at the token endpoint", async () => {
  const scope = "openid orders:read stock:read";
  const both = new URLSearchParams(Object.entries(createRequest(DESK, { scope })) as [string, string][]);
  for (const name of ["orders", "stock"]) both.append("resource", `https://${name}.example.test`);
  const page = await front.alice.get(`/oidc/auth?${both}`);
  const code = new URL(page.location ?? "").searchParams.get("code") ?? "";
  const { body } = await front.redeem(code, { resource: "https://stock.example.test" });
  assert.equal(body.scope, "openid stock:read");
  assert.equal(body.scope_rejected, "orders:read");
  assert.equal(decodeClaims(body.access_token).aud, "https://stock.example.test");
});
