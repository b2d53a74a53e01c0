// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { type KeyObject, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { CompactEncrypt } from "jose";
import { readAuthorizationResponse } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { createRequest, DESK, SPA_CALLBACK } from "../../support/storefront.ts";
import { assertionFields } from "../client-authentication/assertion-signer.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import {
  byEcdsa,
  byHmac,
  byRsa,
  forge,
  NONE_SPELLINGS,
  STRANGER,
  textsOfPublicKey,
  unsigned,
} from "../forgery/forge.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { HEADER, KEYS, NEIGHBOUR, SIGNER, type Signers, startSigners } from "./start-signers.ts";

let front: Signers;
before(async () => {
  front = await startSigners();
});
after(() => front.stop());

const byEd = (key: KeyObject) => (input: string) => sign(null, Buffer.from(input), key);
const byOwn = byEcdsa(KEYS.ec.privateKey);

describe("RFC 9101 §5, §6.2: a genuine object is accepted, so that what follows can fail", () => {
  const signers: readonly (readonly [string, string, (input: string) => Uint8Array])[] = [
    ["ES256", "ec", byOwn],
    ["RS256", "rsa", byRsa(KEYS.rsa.privateKey)],
    ["EdDSA", "ed", byEd(KEYS.ed.privateKey)],
    ["Ed25519", "ed", byEd(KEYS.ed.privateKey)],
  ];
  for (const [alg, kid, by] of signers)
    test(`${alg}, with its kid and without, at once and pushed`, async () => {
      for (const named of [kid, undefined])
        assert.ok(
          readAuthorizationResponse(await front.present(front.sign({}, { alg, kid: named }, by))).code,
          String(named),
        );
      assert.equal((await front.push(front.sign({}, { alg, kid }, by))).status, 201);
    });

  test("RFC 9101 §10.8: typ is its own, JWT or absent", async () => {
    for (const typ of ["oauth-authz-req+jwt", "application/oauth-authz-req+jwt", "JWT", "jwt", undefined])
      assert.ok(readAuthorizationResponse(await front.present(front.sign({}, { typ }))).code, String(typ));
  });
});

describe("RFC 8725 §3.1, §3.2: an object without a signature is not one of ours", () => {
  for (const alg of NONE_SPELLINGS) {
    test(`alg ${JSON.stringify(alg)}`, async () => {
      const error = alg === "none" ? "request_not_supported" : "invalid_request_object";
      await front.assertRefusedEverywhere(forge({ alg }, front.claims(), unsigned), error);
      await front.assertRefusedEverywhere(
        forge({ ...HEADER, alg }, front.claims(), () => "AAAA"),
        error,
      );
    });
  }
  test("an empty signature, one of zeros, one of other claims", async () => {
    await front.assertRefusedEverywhere(front.sign({}, {}, unsigned));
    await front.assertRefusedEverywhere(front.sign({}, {}, () => new Uint8Array(64)));
    const [, , signature = ""] = front.sign({ scope: "openid" }).split(".");
    await front.assertRefusedEverywhere(front.sign({}, {}, () => signature));
  });
  test("a value that is no JWT", async () => {
    const [header, payload] = front.sign().split(".");
    for (const text of [
      "x",
      "e30.e30.e30",
      "..",
      `${header}.${payload}`,
      `${front.sign()}.x`,
      '{"alg":"none"}',
    ])
      await front.assertRefusedEverywhere(text);
    await front.assertRefusedEverywhere(forge(HEADER, [] as never, byOwn));
  });
});

describe("RFC 8725 §2.1, §3.1, §3.10: keys come from the registration only", () => {
  test("HS256 with the client's secret or its public key", async () => {
    const secrets = [["secret", SIGNER.client_secret] as const, ...textsOfPublicKey(KEYS.ec.publicKey)];
    for (const [, secret] of secrets)
      await front.assertRefusedEverywhere(front.sign({}, { alg: "HS256" }, byHmac("sha256", secret)));
  });

  test("another client's key, a stranger's key, the wrong kind of key for the kid, an unknown kid", async () => {
    await front.assertRefusedEverywhere(front.sign({}, {}, byEcdsa(KEYS.neighbour.privateKey)));
    await front.assertRefusedEverywhere(front.sign({}, { kid: undefined }, byEcdsa(STRANGER.ec.privateKey)));
    await front.assertRefusedEverywhere(front.sign({}, { alg: "RS256" }, byRsa(KEYS.rsa.privateKey)));
    await front.assertRefusedEverywhere(front.sign({}, { kid: "rsa" }));
    await front.assertRefusedEverywhere(front.sign({}, { kid: "unknown" }));
    await front.assertRefusedEverywhere(front.sign({}, { kid: 7 }));
  });

  test("an algorithm that is not offered, although the key could", async () => {
    const pss = (input: string) =>
      sign("sha256", Buffer.from(input), { key: KEYS.rsa.privateKey, padding: 6, saltLength: 32 });
    await front.assertRefusedEverywhere(front.sign({}, { alg: "PS256", kid: "rsa" }, pss));
  });

  test("a key in the header is not used and nothing is fetched: jwk, x5c, jku, x5u", async (t) => {
    const fetched: string[] = [];
    const jwk = STRANGER.ec.publicKey.export({ format: "jwk" });
    const listener = createServer((request, response) => {
      fetched.push(String(request.url));
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    t.after(() => listener.close());
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    for (const extra of [{ jwk }, { x5c: ["AAAA"] }, { jku: `${address}/jku` }, { x5u: `${address}/x5u` }]) {
      await front.assertRefusedEverywhere(front.sign({}, extra, byEcdsa(STRANGER.ec.privateKey)));
      assert.ok(
        readAuthorizationResponse(await front.present(front.sign({}, extra))).code,
        "ignored where the key is right",
      );
    }
    assert.deepEqual(fetched, []);
  });

  test("a client without keys, and a public one, cannot use it", async () => {
    const { url, alice } = front;
    const own = (client_id: string, more = {}) =>
      front.sign({ ...createRequest({ client_id }), iss: client_id, ...more });
    const desk = new URLSearchParams({ ...createRequest(DESK), request: own(DESK.client_id) });
    assert.equal(
      readAuthorizationResponse(await alice.get(`/oidc/auth?${desk}`)).error,
      "invalid_request_object",
    );
    const spa = { client_id: "spa", redirect_uri: SPA_CALLBACK };
    const query = new URLSearchParams({ ...spa, request: own("spa", { redirect_uri: SPA_CALLBACK }) });
    assert.equal(
      readAuthorizationResponse(await alice.get(`/oidc/auth?${query}`)).error,
      "invalid_request_object",
    );
    const pushed = await postForm(`${url}/oidc/par`, { ...DESK, request: own(DESK.client_id) });
    assertRefused(pushed, 400, "invalid_request_object");
  });
});

describe("RFC 7515 §4.1.11, RFC 7797 §6, RFC 7516: what is not understood is refused", () => {
  const headers = {
    "an unknown extension": { crit: ["exp"], exp: 1 },
    "a critical b64": { crit: ["b64"], b64: false },
    "b64 alone": { b64: false },
    "b64 that is true": { crit: ["b64"], b64: true },
    "an empty crit": { crit: [] },
  };
  for (const [name, header] of Object.entries(headers))
    test(name, () => front.assertRefusedEverywhere(front.sign({}, header)));

  test("an encrypted object, also with the client's own key", async () => {
    const text = new TextEncoder().encode(front.sign());
    const toKey = await new CompactEncrypt(text)
      .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM", cty: "oauth-authz-req+jwt" })
      .encrypt(KEYS.rsa.publicKey);
    const direct = await new CompactEncrypt(text)
      .setProtectedHeader({ alg: "dir", enc: "A128GCM" })
      .encrypt(Buffer.from(SIGNER.client_secret).subarray(0, 16));
    for (const encrypted of [toKey, direct]) await front.assertRefusedEverywhere(encrypted);
  });
});

describe("RFC 9101 §10.8, RFC 8725 §3.11: no JWT passes for another kind", () => {
  const assertion = (more = {}, header = {}) => {
    const now = front.clock.seconds();
    const own = { iss: SIGNER.client_id, sub: SIGNER.client_id, aud: front.url, jti: randomUUID() };
    return forge({ alg: "ES256", kid: "ec", ...header }, { ...own, exp: now + 60, ...more }, byOwn);
  };
  const authenticate = (jwt: string) =>
    Promise.all(
      CLIENT_ENDPOINTS.map(({ path, form }) =>
        postForm(front.url + path, { ...form("any-token"), ...assertionFields(jwt), ...named }),
      ),
    );
  const named = { client_id: SIGNER.client_id };

  test("a client assertion is no request object, also with all parameters in it", async () => {
    await front.assertRefusedEverywhere(assertion());
    await front.assertRefusedEverywhere(assertion(createRequest(SIGNER)));
    await front.assertRefusedEverywhere(front.sign({ sub: SIGNER.client_id }));
    await front.assertRefusedEverywhere(front.sign({ sub: SIGNER.client_id }, { typ: "JWT" }));
  });

  test("other types of JWT are no request objects", async () => {
    for (const typ of ["at+jwt", "client-authentication+jwt", "dpop+jwt", "logout+jwt", "", 1])
      await front.assertRefusedEverywhere(front.sign({}, { typ }));
  });

  test("a request object is no client assertion", async () => {
    for (const answer of await authenticate(front.sign({ jti: randomUUID() })))
      assertRefused(answer, 401, "invalid_client");
    const typed = { typ: "oauth-authz-req+jwt" };
    for (const { path, form } of CLIENT_ENDPOINTS) {
      const fields = assertionFields(assertion({}, typed));
      const answer = await postForm(front.url + path, { ...form("any-token"), ...fields, ...named });
      assertRefused(answer, 401, "invalid_client");
    }
  });

  test("another client's object is not this one's", async () => {
    const { client_id } = NEIGHBOUR;
    const other = front.sign({ client_id, iss: client_id }, {}, byEcdsa(KEYS.neighbour.privateKey));
    await front.assertRefusedEverywhere(other);
    assert.ok(
      readAuthorizationResponse(await front.present(other, { client_id })).code,
      "it is good for its own",
    );
  });
});
