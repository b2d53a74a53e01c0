import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { KEY, ORDERS_API, PUSH_CALLBACK, REPORTS } from "../../support/shop.ts";
import { postForm, type RunningLicet } from "../../support/start-licet.ts";
import { basic } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import type { Answer } from "../oauth-refusal.ts";

/** Every endpoint at which clients authenticate, by every way to do so. */
export interface EveryRequest {
  readonly names: readonly string[];
  /** The status that a request gets while nothing is wrong. */
  usualStatus(name: string): number;
  /** Sends one of them; `token` is what introspection and revocation are asked about. */
  send(name: string, token: string): Promise<Answer>;
}

/** Registers a client that signs, and gives back all requests. */
export async function prepareEveryRequest(licet: RunningLicet): Promise<EveryRequest> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "one" };
  await licet.apply(`applications:
  - { client_id: signer, name: Signs, type: service, serves: [orders], redirect_uris: [${PUSH_CALLBACK}], token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(jwk)}] } }
assignments: [{ principal: application:signer, permission: orders:read }]`);

  const assertion = () =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .setIssuer("signer")
      .setSubject("signer")
      .setAudience(licet.services.settings.baseUrl)
      .setIssuedAt()
      .setExpirationTime("1 minute")
      .sign(privateKey);

  type Way = () => Promise<{ form: Record<string, string>; headers?: Record<string, string> }>;
  const ways: Record<string, Way> = {
    "a secret in the form": async () => ({ form: REPORTS }),
    "a secret in the header": async () => ({
      form: {},
      headers: basic(REPORTS.client_id, REPORTS.client_secret),
    }),
    "an access key": async () => ({ form: KEY }),
    "a server of the resource": async () => ({ form: ORDERS_API }),
    "an assertion": async () => ({
      form: {
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: await assertion(),
      },
    }),
    "an unknown client": async () => ({ form: { client_id: randomUUID(), client_secret: "unknown" } }),
  };
  const requests = new Map<string, (token: string) => Promise<Answer>>(
    CLIENT_ENDPOINTS.flatMap(({ path, form }) =>
      Object.entries(ways).map(([way, present]) => {
        const send = async (token: string) => {
          const presented = await present();
          return postForm(licet.url + path, { ...form(token), ...presented.form }, presented.headers);
        };
        return [`${path} by ${way}`, send] as const;
      }),
    ),
  );
  return {
    names: [...requests.keys()],
    usualStatus: (name) =>
      name.includes("unknown")
        ? 401
        : (CLIENT_ENDPOINTS.find(({ path }) => name.startsWith(`${path} `))?.accepted ?? 0),
    async send(name, token) {
      const send = requests.get(name);
      if (!send) throw new Error(`no request is called ${name}`);
      return send(token);
    },
  };
}
