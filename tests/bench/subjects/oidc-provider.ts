/**
 * oidc-provider in its fastest configuration: clients and tokens in memory, no log, no interaction pages, one
 * ES256 key. The form names no `resource`, so the default resource says which API is meant, as in Licet.
 */
import { generateKeyPairSync } from "node:crypto";
import Provider from "oidc-provider";
import {
  applicationAt,
  type Caller,
  GRANTED,
  RESOURCE,
  resourceServer,
  TOKEN_LIFETIME_SECONDS,
} from "../population.ts";

const port = Number(process.env.BENCH_PORT);
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Its introspection refuses JWTs, so the tokens for that row are opaque and kept in its memory. */
const OPAQUE_RESOURCE = `${RESOURCE.identifier}/opaque`;

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: Array.from({ length: Number(process.env.BENCH_APPLICATIONS) }, (_, index) =>
    clientMetadataOf(applicationAt(index)),
  ).concat(clientMetadataOf(resourceServer)),
  jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
  enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  clientDefaults: { id_token_signed_response_alg: "ES256" },
  ttl: { ClientCredentials: TOKEN_LIFETIME_SECONDS },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: async () => true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => RESOURCE.identifier,
      // A token for the resource gets only the scopes named here: this refuses the third scope.
      getResourceServerInfo: async (_context, identifier) => ({
        scope: GRANTED.join(" "),
        audience: RESOURCE.identifier,
        accessTokenTTL: TOKEN_LIFETIME_SECONDS,
        ...(identifier === OPAQUE_RESOURCE
          ? { accessTokenFormat: "opaque" }
          : { accessTokenFormat: "jwt", jwt: { sign: { alg: "ES256" } } }),
      }),
    },
  },
});

provider.listen(port, "127.0.0.1");

function clientMetadataOf({ clientId, clientSecret }: Caller) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: "client_secret_post",
  } as const;
}
