import assert from "node:assert/strict";
import { createHmac, createPublicKey, type webcrypto } from "node:crypto";
import { createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { PUSH_CALLBACK, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { assertionFields, createAssertionSigner, goodClaims } from "./assertion-signer.ts";

const ISSUER = "http://licet.example.test";
const [ec, rsa, stranger, rsaPss] = await Promise.all([
  createAssertionSigner("ES256", "ec-key"),
  createAssertionSigner("RS256", "rsa-key"),
  createAssertionSigner("ES256", "ec-key"),
  createAssertionSigner("PS256", "pss-key"),
]);

let licet: RunningLicet;
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let listenerUrl: string;
before(async () => {
  const registration = (id: string, keys: readonly object[]) =>
    `  - { client_id: ${id}, type: service, redirect_uris: [${PUSH_CALLBACK}], token_endpoint_auth_method: private_key_jwt, jwks: { keys: ${JSON.stringify(keys)} } }`;
  licet = await startLicet({
    baseUrl: ISSUER,
    settings: { allow_http: "true" },
    state: SHOP.replace(
      "assignments:",
      `${registration("signer", [ec.publicJwk, rsa.publicJwk, rsaPss.publicJwk])}
${registration("neighbour", [stranger.publicJwk])}
assignments:`,
    ),
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no port");
  listenerUrl = `http://127.0.0.1:${address.port}/keys`;
});
after(async () => {
  await licet.stop();
  await new Promise((resolve) => listener.close(resolve));
});

const present = (assertion: string, client_id: string | undefined, endpoint = CLIENT_ENDPOINTS[0]) =>
  postForm(licet.url + endpoint?.path, {
    ...endpoint?.form("a-token"),
    ...assertionFields(assertion),
    ...(client_id !== undefined && { client_id }),
  });

const claims = () => goodClaims("signer", ISSUER);

describe("RFC 7523 §3, OpenID Connect Core §9: a good assertion is accepted", () => {
  for (const endpoint of CLIENT_ENDPOINTS) {
    test(`at ${endpoint.path}, with and without a client_id beside it`, async () => {
      for (const clientId of ["signer", undefined]) {
        const { status, text } = await present(await ec.sign(claims()), clientId, endpoint);
        assert.equal(status, endpoint.accepted, text);
      }
    });
  }

  for (const [algorithm, signer] of Object.entries({ ES256: ec, RS256: rsa, PS256: rsaPss })) {
    test(`signed with ${algorithm}`, async () =>
      assert.equal((await present(await signer.sign(claims()), "signer")).status, 200));
  }

  test("with the token endpoint as aud, which OpenID Connect Core §9 tells clients to use", async () => {
    const assertion = await ec.sign({ ...claims(), aud: `${ISSUER}/oidc/token` });
    assert.equal((await present(assertion, "signer")).status, 200);
  });

  test("RFC 9126 §2: with the address of the endpoint for pushed requests as aud", async () => {
    for (const endpoint of CLIENT_ENDPOINTS) {
      const assertion = await ec.sign({ ...claims(), aud: `${ISSUER}/oidc/par` });
      assert.equal((await present(assertion, "signer", endpoint)).status, endpoint.accepted);
    }
  });
});

type Claims = Record<string, unknown>;
const now = () => Math.floor(Date.now() / 1000);

describe("RFC 7523 §3: an assertion with a wrong claim gets 401 invalid_client and is not spent by it", () => {
  const wrong: Record<string, () => Claims> = {
    "aud is another server": () => ({ aud: "https://other.example.test" }),
    "aud is another server's token endpoint": () => ({ aud: "https://other.example.test/oidc/token" }),
    "aud is us and another": () => ({ aud: [ISSUER, "https://other.example.test"] }),
    "aud is us, twice": () => ({ aud: [ISSUER, ISSUER] }),
    "aud is us with a slash behind": () => ({ aud: `${ISSUER}/` }),
    "aud is us in capitals": () => ({ aud: ISSUER.toUpperCase() }),
    "aud begins like us": () => ({ aud: `${ISSUER}.evil.test` }),
    "aud is where we listen": () => ({ aud: licet.url }),
    "aud is the client": () => ({ aud: "signer" }),
    "aud is missing": () => ({ aud: undefined }),
    "aud is an empty list": () => ({ aud: [] }),
    "aud is a list in a list": () => ({ aud: [[ISSUER]] }),
    "aud is an object": () => ({ aud: { [ISSUER]: true } }),
    "exp is missing": () => ({ exp: undefined }),
    "exp is a minute ago": () => ({ exp: now() - 60 }),
    "exp is more than five minutes away": () => ({ exp: now() + 360 }),
    "exp is a year away": () => ({ exp: now() + 365 * 86_400 }),
    "exp is in milliseconds": () => ({ exp: Date.now() + 60_000 }),
    "exp is beyond every number": () => ({ exp: 1e300 }),
    "exp is a text": () => ({ exp: String(now() + 60) }),
    "exp is null": () => ({ exp: null }),
    "exp is negative": () => ({ exp: -1 }),
    "nbf is an hour away": () => ({ nbf: now() + 3_600 }),
    "nbf is a text": () => ({ nbf: "now" }),
    "iat is an hour away": () => ({ iat: now() + 3_600 }),
    "iat is a text": () => ({ iat: "now" }),
    "iss is missing": () => ({ iss: undefined }),
    "sub is missing": () => ({ sub: undefined }),
    "iss is another client": () => ({ iss: "neighbour" }),
    "sub is another client": () => ({ sub: "neighbour" }),
    "iss and sub are another client": () => ({ iss: "neighbour", sub: "neighbour" }),
    "iss and sub are the server": () => ({ iss: ISSUER, sub: ISSUER }),
    "iss is a list": () => ({ iss: ["signer"] }),
    "sub is an object": () => ({ sub: { signer: true } }),
    "jti is missing": () => ({ jti: undefined }),
    "jti is empty": () => ({ jti: "" }),
    "jti is a number": () => ({ jti: 1 }),
    "jti is endless": () => ({ jti: "x".repeat(257) }),
  };
  for (const [name, change] of Object.entries(wrong)) {
    test(name, async () => {
      const good = claims();
      const bad = await ec.sign({ ...good, ...change() });
      for (const endpoint of CLIENT_ENDPOINTS) {
        assertRefused(await present(bad, "signer", endpoint), 401, "invalid_client");
      }
      assertRefused(await present(bad, undefined), 401, "invalid_client");
      // Had the bad one been spent, this one could not be used any more.
      assert.equal((await present(await ec.sign(good), "signer")).status, 200);
    });
  }

  test("sub is not the client_id beside it", async () => {
    for (const clientId of ["neighbour", "reports", "ak_reports", "phone", "nobody"]) {
      assertRefused(await present(await ec.sign(claims()), clientId), 401, "invalid_client");
    }
  });
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const unsigned = (header: object) => `${encode(header)}.${encode(claims())}.`;
function hs256(key: string | Buffer, header: object = {}): string {
  const input = `${encode({ alg: "HS256", ...header })}.${encode(claims())}`;
  return `${input}.${createHmac("sha256", key).update(input).digest("base64url")}`;
}
const pem = (jwk: object) =>
  createPublicKey({ key: jwk as webcrypto.JsonWebKey, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  });

describe("RFC 8725 §3.1, §3.10: an assertion that only looks signed gets 401 invalid_client", () => {
  const forged: Record<string, () => string | Promise<string>> = {
    "another client's key under our key's name": () => stranger.sign(claims()),
    "a key under an unknown name": () => ec.sign(claims(), { kid: "unknown" }),
    "an EC key under the name of the RSA key": () => ec.sign(claims(), { kid: "rsa-key" }),
    "an RSA key under the name of the EC key": () => rsa.sign(claims(), { kid: "ec-key" }),
    "the key for PS256 under the name of the one for RS256": () => rsaPss.sign(claims(), { kid: "rsa-key" }),
    "alg none": () => unsigned({ alg: "none" }),
    "alg none and a kid": () => unsigned({ alg: "none", kid: "ec-key" }),
    "alg None": () => unsigned({ alg: "None" }),
    "alg nOnE": () => unsigned({ alg: "nOnE" }),
    "alg ES256 and an empty signature": () => unsigned({ alg: "ES256", kid: "ec-key" }),
    "alg ES256 and a signature of zeros": () =>
      unsigned({ alg: "ES256", kid: "ec-key" }) + Buffer.alloc(64).toString("base64url"),
    "no alg": () => unsigned({ kid: "ec-key" }),
    "a list of algorithms": () => unsigned({ alg: ["ES256"], kid: "ec-key" }),
    "HS256 with the public JWK": () => hs256(JSON.stringify(ec.publicJwk), { kid: "ec-key" }),
    "HS256 with the public key in PEM": () => hs256(pem(rsa.publicJwk), { kid: "rsa-key" }),
    "HS256 with the modulus": () =>
      hs256(Buffer.from(String(rsa.publicJwk.n), "base64url"), { kid: "rsa-key" }),
    "HS256 with nothing": () => hs256(""),
    "a jwk in the header": () => stranger.sign(claims(), { jwk: stranger.publicJwk }),
    "a jwk in the header and no kid": () =>
      stranger.sign(claims(), { kid: undefined, jwk: stranger.publicJwk }),
    "a jku in the header": () => stranger.sign(claims(), { jku: listenerUrl }),
    "a jku in the header and an unknown kid": () => stranger.sign(claims(), { kid: "new", jku: listenerUrl }),
    "an x5u in the header": () => stranger.sign(claims(), { x5u: listenerUrl }),
    "an x5c in the header": () => stranger.sign(claims(), { x5c: ["MIIB"] }),
    "a kid that is a path": () => ec.sign(claims(), { kid: "../../dev/null" }),
    "a kid that is a number": () => unsigned({ alg: "ES256", kid: 1 }),
    "a changed claim": async () => {
      const [header, , signature] = (await ec.sign(claims())).split(".");
      return `${header}.${encode({ ...claims(), admin: true })}.${signature}`;
    },
    "a signature in DER": async () => {
      const [header, payload] = (await ec.sign(claims())).split(".");
      return `${header}.${payload}.MEQCIFakeFakeFakeFakeFakeFakeFakeFakeFakeFakeFakeAiBfake`;
    },
    "two parts": async () => (await ec.sign(claims())).split(".").slice(0, 2).join("."),
    "four parts": async () => `${await ec.sign(claims())}.e30`,
    "five parts": () => "e30.e30.e30.e30.e30",
    "no parts": () => "assertion",
    "an object instead of a text": () => JSON.stringify({ payload: encode(claims()), signatures: [] }),
    "8,193 characters": async () => ec.sign({ ...claims(), padding: "x".repeat(8_193) }),
    "an access token of ours": async () => {
      const good = {
        ...assertionFields(await ec.sign(claims())),
        grant_type: "client_credentials",
        scope: "x",
      };
      return String((await postForm(`${licet.url}/oidc/token`, good)).body.access_token);
    },
  };
  for (const [name, forge] of Object.entries(forged)) {
    test(name, async () => {
      for (const endpoint of CLIENT_ENDPOINTS) {
        assertRefused(await present(await forge(), "signer", endpoint), 401, "invalid_client");
      }
      assertRefused(await present(await forge(), undefined), 401, "invalid_client");
    });
  }

  test("and nothing was fetched from where the headers pointed", () => assert.equal(connections, 0));
});
