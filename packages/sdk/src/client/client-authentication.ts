import { importJWK, importPKCS8, type JWK, SignJWT } from "jose";
import { basicAuthorization } from "../common/basic-authorization.ts";
import type { Clock } from "../common/runtime.ts";
import { UsageError } from "../common/usage-error.ts";

/** What the caller adds to a request to show who it is. A new proof for each request: an assertion works once. */
export type ProveClient = () => Promise<{
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}>;

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** How the secret is sent. Licet takes either, unless the application is registered for one. */
  readonly authenticationMethod?: "client_secret_basic" | "client_secret_post" | undefined;
  /** For `private_key_jwt`: a CryptoKey, a JWK, or PKCS #8 in PEM. */
  readonly privateKey?: CryptoKey | JWK | string | undefined;
  /** The `kid` of the registered key. Needed if the application has several; a JWK names it itself. */
  readonly keyId?: string | undefined;
  /** The algorithm of the private key: `ES256` by default; a JWK names it itself. */
  readonly algorithm?: string | undefined;
  /** Makes the assertion (RFC 7523) elsewhere, such as in a key management service. Called for each request. */
  readonly assertion?: ((audience: string) => string | Promise<string>) | undefined;
}

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/** Long enough for a slow request, short enough that a stolen assertion is of little use. */
const ASSERTION_SECONDS = 60;

/** Reads the credentials once; a mistake is a UsageError that says what to write. */
export function createProveClient(
  credentials: ClientCredentials,
  issuer: string,
  clock: Pick<Clock, "now">,
): ProveClient {
  const { clientId, clientSecret, authenticationMethod, privateKey, assertion } = credentials;
  if (typeof clientId !== "string" || clientId === "")
    throw new UsageError("clientId: write the client id of the application, or an access key");
  if ([clientSecret, privateKey, assertion].filter((given) => given !== undefined).length !== 1)
    throw new UsageError("clientSecret: give exactly one of clientSecret, privateKey and assertion");
  if (assertion !== undefined) return async () => withAssertion(clientId, await assertion(issuer));
  if (privateKey !== undefined) {
    const sign = createSigner(credentials, privateKey, issuer, clock);
    return async () => withAssertion(clientId, await sign());
  }
  if (typeof clientSecret !== "string" || clientSecret === "")
    throw new UsageError("clientSecret: is empty; is the environment variable set?");
  const proof =
    authenticationMethod === "client_secret_post"
      ? { headers: {}, form: { client_id: clientId, client_secret: clientSecret } }
      : { headers: { authorization: basicAuthorization(clientId, clientSecret) }, form: {} };
  return async () => proof;
}

const withAssertion = (clientId: string, assertion: string) => ({
  headers: {},
  form: { client_id: clientId, client_assertion_type: JWT_BEARER, client_assertion: assertion },
});

/** RFC 7523 §3, for one server only and for one use. */
function createSigner(
  { clientId, keyId, algorithm }: ClientCredentials,
  privateKey: CryptoKey | JWK | string,
  issuer: string,
  { now }: Pick<Clock, "now">,
): () => Promise<string> {
  const isJwk = typeof privateKey === "object" && "kty" in privateKey;
  const jwk = isJwk ? (privateKey as JWK) : undefined;
  const alg = algorithm ?? jwk?.alg ?? "ES256";
  const kid = keyId ?? jwk?.kid;
  let imported: Promise<CryptoKey | Uint8Array> | undefined;
  const importKey = async () => {
    if (jwk) return importJWK(jwk, alg);
    return typeof privateKey === "string" ? importPKCS8(privateKey, alg) : (privateKey as CryptoKey);
  };
  return async () => {
    imported ??= importKey();
    const key = await imported.catch((cause: unknown) => {
      throw new UsageError(`privateKey: is no private key for ${alg}`, { cause });
    });
    const seconds = Math.floor(now() / 1_000);
    return new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign(key);
  };
}
