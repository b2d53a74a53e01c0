/** An issuer whose keys are known here, so that it can sign what Licet never would. */

import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { base64url, type CryptoKey, exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import type { ResourceServer } from "../../../../packages/console/src/features/resources/connect/resource-server.ts";

const ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;
type Keys = Readonly<Record<string, { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey }>>;

export interface Issuer extends AsyncDisposable {
  readonly url: string;
  readonly keys: Keys;
}

/** Publishes a key for each algorithm, named after it, where Licet has its own. */
export async function startIssuer(): Promise<Issuer> {
  const pairs = ALGORITHMS.map(async (alg) => [alg, await generateKeyPair(alg)] as const);
  const keys: Keys = Object.fromEntries(await Promise.all(pairs));
  const published = Object.entries(keys).map(async ([alg, { publicKey }]) => ({
    ...(await exportJWK(publicKey)),
    kid: alg,
    alg,
    use: "sig",
  }));
  const body = JSON.stringify({ keys: await Promise.all(published) });
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.writeHead(request.url === "/oidc/jwks" ? 200 : 404).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Named = Readonly<Record<string, string>>;
export interface Tokens {
  readonly good: Named;
  /** That no API may accept. */
  readonly bad: Named;
  /** That an API for `at+jwt` must not accept. */
  readonly ofOtherTypes: Named;
}

export async function forgeTokens(
  { url, keys }: Issuer,
  { audience, algorithm, permission }: ResourceServer,
  typ: "at+jwt" | "JWT",
): Promise<Tokens> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: url,
    aud: audience,
    sub: "usr_1",
    client_id: "shop",
    jti: "1",
    iat: now,
    exp: now + 600,
    scope: permission,
  };
  const header = { alg: algorithm, typ, kid: algorithm };
  const sign = (changedClaims: object, changedHeader: object = {}) => {
    const protectedHeader = { ...header, ...changedHeader };
    const key = keys[protectedHeader.alg]?.privateKey ?? new Uint8Array();
    return new SignJWT({ ...claims, ...changedClaims }).setProtectedHeader(protectedHeader).sign(key);
  };
  const good = await sign({});
  const [head = "", payload = "", signature = ""] = good.split(".");
  const encode = (part: object) => base64url.encode(JSON.stringify(part));
  const asHmac = `${encode({ ...header, alg: "HS256" })}.${payload}`;
  const spki = await exportSPKI(keys[algorithm]?.publicKey as CryptoKey);
  const other = ALGORITHMS.find((each) => each !== algorithm) ?? algorithm;
  return {
    good: {
      "its own": good,
      "one for two resources": await sign({ aud: ["https://a.test", audience] }, { typ: "at+jwt" }),
    },
    bad: {
      // Spring's clock may be a minute apart.
      expired: await sign({ iat: now - 900, exp: now - 120 }),
      "no end": await sign({ exp: undefined }),
      "not yet valid": await sign({ nbf: now + 300 }),
      "another issuer": await sign({ iss: "https://issuer.example.test" }),
      "another audience": await sign({ aud: "https://a.test" }),
      "no audience": await sign({ aud: undefined }),
      "another algorithm": await sign({}, { alg: other, kid: other }),
      HS256: `${asHmac}.${createHmac("sha256", spki).update(asHmac).digest("base64url")}`,
      "no signature": `${encode({ alg: "none", typ })}.${payload}.`,
      "changed claims": `${head}.${encode({ ...claims, sub: "usr_2" })}.${signature}`,
      "an unknown key": await sign({}, { kid: "unknown" }),
      "an ID token": await sign({ client_id: undefined }, { typ: "JWT" }),
      "no JWT": "abc",
      "no JSON": "a.b.c",
    },
    ofOtherTypes: {
      "the typ JWT": await sign({}, { typ: "JWT" }),
      "no typ": await sign({}, { typ: undefined }),
    },
  };
}
