import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export const AUDIENCE = "https://orders.example.test";
const METADATA = "/.well-known/oauth-authorization-server";

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function generateSigningKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An authorization server over real HTTP, whose documents, keys and moods a test sets. */
export interface FakeIssuer {
  readonly url: string;
  /** The paths of all requests so far. */
  readonly requests: string[];
  keys: readonly (JWK | SigningKey)[];
  metadata: Record<string, unknown>;
  jwksHeaders: Record<string, string>;
  /** Answers instead of the issuer. */
  instead: Answer | undefined;
  /** The answer to introspections: members for a token. */
  introspection: (token: string, request: IncomingMessage) => Record<string, unknown>;
  count(path: string): number;
  stop(): Promise<void>;
}

const isSigningKey = (key: JWK | SigningKey): key is SigningKey => "jwk" in key;

export async function startFakeIssuer(): Promise<FakeIssuer> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: FakeIssuer = {
    url,
    requests: [],
    keys: [],
    metadata: { issuer: url, jwks_uri: `${url}/jwks`, introspection_endpoint: `${url}/introspect` },
    jwksHeaders: {},
    instead: undefined,
    introspection: () => ({ active: false }),
    count: (path) => issuer.requests.filter((one) => one === path).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    issuer.requests.push(path);
    if (issuer.instead) return void issuer.instead(request, response);
    const send = (body: unknown, headers = {}) =>
      response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    if (path === METADATA) send(issuer.metadata);
    else if (path === "/jwks")
      send({ keys: issuer.keys.map((key) => (isSigningKey(key) ? key.jwk : key)) }, issuer.jwksHeaders);
    else if (path === "/introspect") {
      const form = new URLSearchParams(await text(request));
      send(issuer.introspection(form.get("token") ?? "", request));
    } else response.writeHead(404).end();
  }
  return issuer;
}

/** The claims of an access token for the API of the tests, valid for ten minutes. */
export const claimsOf = (issuer: { readonly url: string }, nowSeconds = Math.floor(Date.now() / 1_000)) => ({
  iss: issuer.url,
  sub: "usr_alice",
  aud: AUDIENCE as string | readonly string[],
  client_id: "shop",
  scope: "orders:read",
  iat: nowSeconds,
  exp: nowSeconds + 600,
  jti: crypto.randomUUID(),
});

/** Signs as Licet does, unless the header or the claims say otherwise. `undefined` leaves a member out. */
export const sign = (
  key: SigningKey,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: key.alg, typ: "at+jwt", kid: key.kid, ...header })
    .sign(key.privateKey);
