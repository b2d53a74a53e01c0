import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { authorizationPath, readAuthorizationResponse } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { CALLBACK, createRequest, DESK } from "../../support/storefront.ts";
import { assertPageOnly, assertRefusedTo } from "../authorization-endpoint/assert-answers.ts";
import { forge, unsigned } from "../forgery/forge.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { BOUND, BOUND_KEY, type Signers, startSigners } from "./start-signers.ts";

let front: Signers;
before(async () => {
  front = await startSigners();
});
after(() => front.stop());

type Parameters = Readonly<Record<string, string>>;
const plain = (client: typeof BOUND, more: Parameters = {}) =>
  ({ ...createRequest(client), ...more }) as Parameters;
const push = (client: typeof BOUND, form: Parameters) =>
  postForm(`${front.url}/oidc/par`, { ...form, ...client });
const signed = (client: typeof BOUND) => front.sign({ client_id: client.client_id, iss: client.client_id });
const back = () => ({ issuer: front.url, state: "a state" });

describe("RFC 9101 §10.5: who has to sign is not heard without", () => {
  for (const client of [BOUND, BOUND_KEY]) {
    test(`${client.client_id}: a plain request, by GET and by POST, and pushed`, async () => {
      const got = await front.alice.get(authorizationPath(plain(client)));
      assertRefusedTo(got, "invalid_request", back());
      const posted = await front.alice.post("/oidc/auth", Object.entries(plain(client)));
      assertRefusedTo(posted, "invalid_request", back());
      assertRefused(await push(client, plain(client)), 400, "invalid_request");
    });

    test(`${client.client_id}: a signed one is answered, and so is a pushed one`, async () => {
      const { client_id } = client;
      const path = authorizationPath({ client_id, request: signed(client) });
      assert.ok(readAuthorizationResponse(await front.alice.get(path)).code);
      const { status, body, text } = await push(client, { request: signed(client) });
      assert.equal(status, 201, text);
      const reference = authorizationPath({ client_id, request_uri: String(body.request_uri) });
      assert.ok(readAuthorizationResponse(await front.alice.get(reference)).code);
    });
  }

  test("an object that does not hold is not as good as none, nor is an empty one", async () => {
    const wrong: Readonly<Record<string, string>> = {
      [forge({ alg: "none" }, front.claims(), unsigned)]: "request_not_supported",
      [front.sign({ client_id: BOUND.client_id, iss: BOUND.client_id }, {}, unsigned)]:
        "invalid_request_object",
      "": "invalid_request",
    };
    for (const [request, error] of Object.entries(wrong)) {
      const page = await front.alice.get(authorizationPath(plain(BOUND, { request })));
      assertRefusedTo(page, error, back());
      const pushed = error === "request_not_supported" ? "invalid_request_object" : error;
      assertRefused(await push(BOUND, plain(BOUND, { request })), 400, pushed);
    }
  });

  test("an address that is not registered is a page, as ever", async () => {
    const redirect_uri = "https://evil.test/";
    assertPageOnly(await front.alice.get(authorizationPath(plain(BOUND, { redirect_uri }))), redirect_uri);
  });

  test("another application's pushed request does not count instead", async () => {
    const { body } = await push(DESK, plain(DESK));
    const request_uri = String(body.request_uri);
    assertPageOnly(await front.alice.get(authorizationPath({ ...plain(BOUND), request_uri })), "foreign");
  });

  test("it counts from the moment it is set", async () => {
    const state = (required: boolean) =>
      `applications: [{ client_id: later, client_secret: later-secret-later-secret-later-secret, type: web, first_party: true, redirect_uris: [${CALLBACK}], require_signed_request_object: ${required}, jwks: { keys: [{ kty: OKP, crv: Ed25519, x: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo }] } }]`;
    const path = authorizationPath({ ...createRequest({ client_id: "later" }), scope: "openid" });
    await front.apply(state(false));
    assert.ok(readAuthorizationResponse(await front.alice.get(path)).code);
    await front.apply(state(true));
    assertRefusedTo(await front.alice.get(path), "invalid_request", back());
  });
});
