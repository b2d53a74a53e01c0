import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeIssuer {
  readonly url: string;
  /** The metadata in the discovery document beside the endpoints. */
  readonly metadata: Record<string, unknown>;
  /** The next responses of the token endpoint and the userinfo endpoint. */
  tokenResponse: Readonly<Record<string, unknown>>;
  userinfo: Readonly<Record<string, unknown>>;
  /** The forms that the token endpoint received. */
  readonly forms: URLSearchParams[];
  stop(): Promise<void>;
}

const keyPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
export const ISSUER_KEY = keyPair();
export const OTHER_KEY = keyPair();

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function signJwt(claims: object, key: KeyObject, header: object = {}): string {
  const text = `${encode({ alg: "ES256", kid: "one", ...header })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

/** An issuer that returns any response that a test needs. Other tests use Licet, the real issuer. */
export async function startFakeIssuer(): Promise<FakeIssuer> {
  const jwk = { ...ISSUER_KEY.publicKey.export({ format: "jwk" }), kid: "one", use: "sig" };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.url === "/token") issuer.forms.push(new URLSearchParams(Buffer.concat(parts).toString()));
    const answers: Record<string, unknown> = {
      "/.well-known/openid-configuration": issuer.metadata,
      "/jwks": { keys: [jwk] },
      "/token": issuer.tokenResponse,
      "/userinfo": issuer.userinfo,
    };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answers[request.url ?? ""]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: FakeIssuer = {
    url,
    metadata: {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      userinfo_endpoint: `${url}/userinfo`,
    },
    tokenResponse: {},
    userinfo: {},
    forms: [],
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return issuer;
}
