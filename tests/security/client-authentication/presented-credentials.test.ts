// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, ORDERS_API, OTHER, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { basic, basicUnencoded } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { sendRequest } from "../send-request.ts";

let licet: RunningLicet;
let liveToken: string;
before(async () => {
  licet = await startLicet({ state: SHOP });
  const form = { grant_type: "client_credentials", ...REPORTS, scope: "orders:read" };
  liveToken = String((await postForm(`${licet.url}/oidc/token`, form)).body.access_token);
});
after(() => licet.stop());

interface Presentation {
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}
type Credentials = typeof REPORTS;

const ASSERTION = {
  client_assertion: "e30.e30.c2ln",
  client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
};

/** RFC 6749 §5.2: a client that failed without the Authorization header is not challenged. */
const failInForm = ({ client_id, client_secret }: Credentials): Record<string, Presentation> => ({
  "a wrong secret": { form: { client_id, client_secret: "wrong-secret-wrong-secret-wrong-secret" } },
  "the secret of another client": { form: { client_id, client_secret: OTHER.client_secret } },
  "only a client_id": { form: { client_id } },
  "an empty secret": { form: { client_id, client_secret: "" } },
  "a secret that goes on": { form: { client_id, client_secret: `${client_secret}x` } },
  "a secret that ends early": { form: { client_id, client_secret: client_secret.slice(0, -1) } },
  "a secret in capitals": { form: { client_id, client_secret: client_secret.toUpperCase() } },
  "a secret with a space behind": { form: { client_id, client_secret: `${client_secret} ` } },
  "a secret with a NUL behind": { form: { client_id, client_secret: `${client_secret}\0` } },
  "no client_id": { form: { client_secret } },
  "an empty client_id": { form: { client_id: "", client_secret } },
  "nothing at all": {},
  "a client that does not exist": { form: { client_id: `${client_id}x`, client_secret } },
  "a client_id in capitals": { form: { client_id: client_id.toUpperCase(), client_secret } },
  "a client_id with a NUL behind": { form: { client_id: `${client_id}\0`, client_secret } },
  "a client_id of 10,000 characters": { form: { client_id: client_id.padEnd(10_000, "x"), client_secret } },
  "an assertion of a client that has no key": { form: { client_id, ...ASSERTION } },
  "an assertion that is none": { form: { ...ASSERTION } },
});

const failInHeader = ({ client_id, client_secret }: Credentials): Record<string, Presentation> => ({
  "a wrong secret": { headers: basic(client_id, "wrong-secret-wrong-secret-wrong-secret") },
  "the secret of another client": { headers: basic(client_id, OTHER.client_secret) },
  "an empty secret": { headers: basic(client_id, "") },
  "an empty client_id": { headers: basic("", client_secret) },
  "a colon and nothing else": { headers: basicUnencoded(":") },
  "a client that does not exist": { headers: basic(`${client_id}x`, client_secret) },
  "the same client_id in the form": { form: { client_id }, headers: basic(client_id, "wrong") },
  "another scheme": { headers: { authorization: `Bearer ${client_secret}` } },
  "a scheme and nothing else": { headers: { authorization: "Basic" } },
  "an empty header": { headers: { authorization: "" } },
});

const twoMethods = ({ client_id, client_secret }: Credentials): Record<string, Presentation> => ({
  "Basic and a secret in the form": {
    form: { client_id, client_secret },
    headers: basic(client_id, client_secret),
  },
  "Basic and a secret without a client_id in the form": {
    form: { client_secret },
    headers: basic(client_id, client_secret),
  },
  "Basic and another client_id in the form": {
    form: { client_id: OTHER.client_id },
    headers: basic(client_id, client_secret),
  },
  "Basic and an assertion": { form: { ...ASSERTION }, headers: basic(client_id, client_secret) },
  "a secret in the form and an assertion": { form: { client_id, client_secret, ...ASSERTION } },
  "all three": { form: { client_id, client_secret, ...ASSERTION }, headers: basic(client_id, client_secret) },
  "a secret in the form and a bearer token": {
    form: { client_id, client_secret },
    headers: { authorization: "Bearer a-token" },
  },
  "an assertion of an unknown type": {
    form: { client_id, client_assertion: ASSERTION.client_assertion, client_assertion_type: "saml" },
  },
  "an assertion without a type": { form: { client_id, client_assertion: ASSERTION.client_assertion } },
});

for (const { path, section, form } of CLIENT_ENDPOINTS) {
  for (const [caller, credentials] of Object.entries({ application: REPORTS, "access key": KEY })) {
    const post = (presented: Presentation) =>
      postForm(licet.url + path, { ...form(liveToken), ...presented.form }, presented.headers);

    describe(`${section}, RFC 6749 §5.2: the form of an ${caller} at ${path} gets 401 invalid_client for`, () => {
      for (const [name, presented] of Object.entries(failInForm(credentials))) {
        test(name, async () => assertRefused(await post(presented), 401, "invalid_client"));
      }
    });

    describe(`${section}, RFC 6749 §5.2: the header of an ${caller} at ${path} gets 401 and a challenge for`, () => {
      for (const [name, presented] of Object.entries(failInHeader(credentials))) {
        test(name, async () => assertRefused(await post(presented), 401, "invalid_client", true));
      }
    });

    describe(`${section}, RFC 6749 §2.3: an ${caller} at ${path} gets 400 invalid_request for`, () => {
      for (const [name, presented] of Object.entries(twoMethods(credentials))) {
        test(name, async () => assertRefused(await post(presented), 400, "invalid_request"));
      }

      test("two Authorization headers, whichever is right", async () => {
        const [right, wrong] = [
          basic(credentials.client_id, credentials.client_secret),
          basic("other", "wrong"),
        ];
        for (const pair of [
          [right, wrong],
          [wrong, right],
          [right, right],
        ]) {
          const { status, text } = await sendRequest("POST", licet.url + path, {
            headers: [
              "host",
              new URL(licet.url).host,
              "content-type",
              "application/x-www-form-urlencoded",
              ...pair.flatMap(({ authorization }) => ["authorization", authorization]),
            ],
            chunks: [new URLSearchParams(form(liveToken)).toString()],
          });
          assert.equal(status, 400, text);
          assert.equal(JSON.parse(text).error, "invalid_request");
        }
      });
    });
  }
}

test("RFC 7662 §2.1: a public client cannot introspect, whatever it presents", async () => {
  const url = `${licet.url}/oidc/introspect`;
  const form = { token: liveToken, client_id: "phone" };
  assertRefused(await postForm(url, form), 401, "invalid_client");
  assertRefused(
    await postForm(url, { ...form, client_secret: REPORTS.client_secret }),
    401,
    "invalid_client",
  );
});

test("RFC 7009 §2.1: after all these refusals the token is still alive", async () => {
  const { body } = await postForm(`${licet.url}/oidc/introspect`, { ...ORDERS_API, token: liveToken });
  assert.equal(body.active, true);
});

test("RFC 6749 §5.2: an unknown client and a wrong secret get answers that cannot be told apart", async () => {
  for (const { path, form } of CLIENT_ENDPOINTS) {
    for (const present of [
      (id: string): Presentation => ({ form: { client_id: id, client_secret: "wrong" } }),
      (id: string): Presentation => ({ form: { client_id: id } }),
      (id: string): Presentation => ({ headers: basic(id, "wrong") }),
    ]) {
      const [known, unknown] = await Promise.all(
        [REPORTS.client_id, "nobody"].map(async (id) => {
          const presented = present(id);
          const fields = { ...form(liveToken), ...presented.form };
          const { status, headers, text } = await postForm(licet.url + path, fields, presented.headers);
          return { status, text, headers: [...headers.keys()] };
        }),
      );
      assert.deepEqual(known, unknown);
    }
  }
});
