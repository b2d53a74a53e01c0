import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** A client that holds a private key and signs assertions with it, good ones and bad ones (RFC 7523 §2.2). */
export interface AssertionSigner {
  readonly publicJwk: JWK;
  readonly privateKey: CryptoKey;
  sign(claims: JWTPayload, header?: Readonly<Record<string, unknown>>): Promise<string>;
  /** The form fields of a good assertion. */
  credentials(who: {
    clientId: string;
    audience: string;
    claims?: JWTPayload;
  }): Promise<Record<string, string>>;
}

export async function createAssertionSigner(algorithm: string, kid = "key-1"): Promise<AssertionSigner> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" };
  const sign: AssertionSigner["sign"] = (claims, header = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(privateKey);
  return {
    publicJwk,
    privateKey,
    sign,
    async credentials({ clientId, audience, claims = {} }) {
      return assertionFields(await sign({ ...goodClaims(clientId, audience), ...claims }));
    },
  };
}

export const assertionFields = (assertion: string): Record<string, string> => ({
  client_assertion: assertion,
  client_assertion_type: ASSERTION_TYPE,
});

export function goodClaims(clientId: string, audience: string, now = Math.floor(Date.now() / 1000)) {
  return { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + 60, jti: randomUUID() };
}
