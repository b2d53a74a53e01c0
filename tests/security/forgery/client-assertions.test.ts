// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { ORDERS_API, PUSH_CALLBACK, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
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

const signer = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsaSigner = generateKeyPairSync("rsa", { modulusLength: 2048 });
const neighbour = generateKeyPairSync("ec", { namedCurve: "P-256" });

const registration = (clientId: string, ...keys: readonly [kid: string, key: KeyObject][]) =>
  `{ client_id: ${clientId}, name: ${clientId}, type: service, token_endpoint_auth_method: private_key_jwt, serves: [orders], redirect_uris: [${PUSH_CALLBACK}],
     jwks: ${JSON.stringify({ keys: keys.map(([kid, key]) => ({ ...key.export({ format: "jwk" }), kid, use: "sig" })) })} }`;

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: SHOP });
  await licet.apply(`applications:
  - ${registration("signer", ["ec", signer.publicKey], ["rsa", rsaSigner.publicKey])}
  - ${registration("neighbour", ["ec", neighbour.publicKey])}
assignments: [{ principal: application:signer, permission: orders:read }]`);
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope: "orders:read",
    ...REPORTS,
  });
  token = String(body.access_token);
});
after(() => licet.stop());

const HEADER: Header = { alg: "ES256", kid: "ec" };
const claims = (): Claims => {
  const now = Math.floor(Date.now() / 1000);
  return { iss: "signer", sub: "signer", aud: licet.url, jti: randomUUID(), iat: now, exp: now + 60 };
};

const present = (path: string, form: Readonly<Record<string, string>>, assertion: string) =>
  postForm(licet.url + path, {
    ...form,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  });

/** Refused at every endpoint where a client authenticates, with its name in the form and without. */
async function assertRefusedEverywhere(assertion: string): Promise<void> {
  for (const { path, form } of CLIENT_ENDPOINTS) {
    for (const name of [{ client_id: "signer" }, {}]) {
      assertRefused(await present(path, { ...form(token), ...name }, assertion), 401, "invalid_client");
    }
  }
  const { body } = await postForm(`${licet.url}/oidc/introspect`, { token, ...ORDERS_API });
  assert.equal(body.active, true, "nobody revoked anything");
}

test("RFC 7523 §3: a genuine assertion works at every endpoint, so that what follows can fail", async () => {
  for (const { path, form, accepted } of CLIENT_ENDPOINTS) {
    const genuine = forge(HEADER, claims(), byEcdsa(signer.privateKey));
    assert.equal((await present(path, form("any-token"), genuine)).status, accepted);
  }
});

describe("RFC 8725 §3.1, §3.2: an assertion without a signature proves nothing", () => {
  for (const alg of NONE_SPELLINGS) {
    test(`alg ${JSON.stringify(alg)}`, async () => {
      await assertRefusedEverywhere(forge({ ...HEADER, alg }, claims(), unsigned));
      await assertRefusedEverywhere(forge({ alg, typ: "JWT" }, claims(), () => "AAAA"));
    });
  }
  test("an empty signature, and one of zeros", async () => {
    await assertRefusedEverywhere(forge(HEADER, claims(), unsigned));
    await assertRefusedEverywhere(forge(HEADER, claims(), () => new Uint8Array(64)));
  });
});

describe("RFC 8725 §2.1: the client's own public key is no secret to sign with", () => {
  const keys: Record<string, KeyObject> = { ec: signer.publicKey, rsa: rsaSigner.publicKey };
  for (const [kid, key] of Object.entries(keys)) {
    for (const [name, text] of textsOfPublicKey(key)) {
      test(`HS256 with the ${name} of ${kid}`, () =>
        assertRefusedEverywhere(forge({ alg: "HS256", kid }, claims(), byHmac("sha256", text))));
    }
  }
});

describe("RFC 8725 §3.1, §3.10: keys come from the registration only", () => {
  test("another client's key, a stranger's key, the wrong kind of key for the kid", async () => {
    await assertRefusedEverywhere(forge(HEADER, claims(), byEcdsa(neighbour.privateKey)));
    await assertRefusedEverywhere(forge(HEADER, claims(), byEcdsa(STRANGER.ec.privateKey)));
    const asRsa = { alg: "RS256", kid: "ec" };
    await assertRefusedEverywhere(forge(asRsa, claims(), byRsa(rsaSigner.privateKey)));
    await assertRefusedEverywhere(forge({ ...HEADER, kid: "rsa" }, claims(), byEcdsa(signer.privateKey)));
  });

  test("a key in the header is not used and nothing is fetched: jwk, x5c, jku, x5u", async (t) => {
    const fetched: string[] = [];
    const listener = createServer((request, response) => {
      fetched.push(String(request.url));
      response.end(JSON.stringify({ keys: [STRANGER.ec.publicKey.export({ format: "jwk" })] }));
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    t.after(() => listener.close());
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const jwk = STRANGER.ec.publicKey.export({ format: "jwk" });
    for (const extra of [{ jwk }, { x5c: ["AAAA"] }, { jku: `${address}/jku` }, { x5u: `${address}/x5u` }]) {
      for (const kid of ["ec", "unknown", undefined]) {
        const forged = forge({ ...HEADER, kid, ...extra }, claims(), byEcdsa(STRANGER.ec.privateKey));
        await assertRefusedEverywhere(forged);
      }
    }
    assert.deepEqual(fetched, []);
  });
});

describe("RFC 8725 §3.11, §3.12, RFC 9700 §2.3: no token passes for another kind", () => {
  test("our own access token is no client assertion", async () => {
    await assertRefusedEverywhere(token);
    for (const { path, form } of CLIENT_ENDPOINTS) {
      const answer = await present(path, { ...form(token), client_id: REPORTS.client_id }, token);
      assertRefused(answer, 401, "invalid_client");
    }
  });

  test("an assertion is no access token", async () => {
    const assertion = forge(HEADER, { ...claims(), scope: "orders:read" }, byEcdsa(signer.privateKey));
    const { text } = await postForm(`${licet.url}/oidc/introspect`, { token: assertion, ...ORDERS_API });
    assert.equal(text, '{"active":false}');
  });

  test("neither is a Bearer or DPoP header a way for a client to authenticate", async () => {
    for (const { path, form } of CLIENT_ENDPOINTS) {
      for (const authorization of [`Bearer ${token}`, `DPoP ${token}`, token]) {
        const answer = await postForm(licet.url + path, form(token), { authorization });
        assertRefused(answer, 401, "invalid_client", true);
      }
    }
  });
});
