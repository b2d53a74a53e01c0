// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PUSH_CALLBACK, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { basic } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { createAssertionSigner } from "./assertion-signer.ts";

const BASE_URL = "http://licet.example.test";
const SECRET = "the-same-secret-for-all-of-these-clients";
const METHODS = ["client_secret_post", "client_secret_basic", "private_key_jwt"] as const;
type Method = (typeof METHODS)[number];

const signer = await createAssertionSigner("ES256");
const jwks = JSON.stringify({ keys: [signer.publicJwk] });
const withSecret = (method: string) =>
  `{ client_id: by-${method}, type: service, redirect_uris: [${PUSH_CALLBACK}], jwks: ${jwks}, client_secret: ${SECRET}`;

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP, baseUrl: BASE_URL, settings: { allow_http: "true" } });
  // Each has a secret and a key, so that only the registered method can make the difference.
  await licet.apply(`applications:
  - ${withSecret("either")} }
${METHODS.map((method) => `  - ${withSecret(method)} }`).join("\n")}`);
  await licet.apply(`applications:
  - { client_id: by-private_key_jwt, type: service, redirect_uris: [${PUSH_CALLBACK}], jwks: ${jwks}, token_endpoint_auth_method: private_key_jwt, access_accounts: [{ access_key: ak_signed, secret_key: ${SECRET} }] }
  - ${withSecret("client_secret_post")}, token_endpoint_auth_method: client_secret_post }
  - ${withSecret("client_secret_basic")}, token_endpoint_auth_method: client_secret_basic }`);
});
after(() => licet.stop());

const present: Record<Method, (id: string) => Promise<[Record<string, string>, Record<string, string>]>> = {
  client_secret_post: async (id) => [{ client_id: id, client_secret: SECRET }, {}],
  client_secret_basic: async (id) => [{}, basic(id, SECRET)],
  private_key_jwt: async (id) => [await signer.credentials({ clientId: id, audience: BASE_URL }), {}],
};

for (const { path, section, form, accepted } of CLIENT_ENDPOINTS) {
  const use = async (method: Method, id: string) => {
    const [fields, headers] = await present[method](id);
    return postForm(licet.url + path, { ...form("a-token"), ...fields }, headers);
  };

  describe(`RFC 7591 §2, ${section}: at ${path} a client uses the method it is registered for`, () => {
    for (const registered of METHODS) {
      for (const used of METHODS) {
        const right = registered === used;
        test(`registered for ${registered}, ${used} is ${right ? "accepted" : "refused"}`, async () => {
          const answer = await use(used, `by-${registered}`);
          if (right) assert.equal(answer.status, accepted, answer.text);
          else assertRefused(answer, 401, "invalid_client", used === "client_secret_basic");
        });
      }
    }

    test("registered for none in particular, each is accepted", async () => {
      for (const used of METHODS) assert.equal((await use(used, "by-either")).status, accepted, used);
    });

    test("an access key presents its secret key, and its application's key does not speak for it", async () => {
      assert.equal((await use("client_secret_post", "ak_signed")).status, accepted);
      assert.equal((await use("client_secret_basic", "ak_signed")).status, accepted);
      assertRefused(await use("private_key_jwt", "ak_signed"), 401, "invalid_client");
    });
  });
}
