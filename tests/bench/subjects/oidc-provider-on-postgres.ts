/**
 * oidc-provider for the code flow: sessions, grants, codes and refresh tokens in PostgreSQL, clients and accounts in
 * memory, no log, no interaction pages. It issues what Licet issues: a JWT access token for the one resource (ES256), an
 * ID token in the application's algorithm, and to one of the applications a refresh token that is used once.
 */
import { generateKeyPairSync } from "node:crypto";
import Provider, { type ClientMetadata } from "oidc-provider";
import {
  CODE_FLOW_APPLICATIONS,
  type CodeFlowApplication,
  cookieToken,
  eachSignedInUser,
  signedInUserId,
} from "../code-flow-population.ts";
import { GRANTED, RESOURCE, TOKEN_LIFETIME_SECONDS } from "../population.ts";
import { createPostgresAdapter } from "./postgres-adapter.ts";

const port = Number(process.env.BENCH_PORT);
const DAY = 86_400;
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: await createPostgresAdapter(String(process.env.BENCH_DATABASE_URL)),
  clients: CODE_FLOW_APPLICATIONS.map(clientMetadataOf),
  findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  jwks: {
    keys: [
      { ...ec.export({ format: "jwk" }), alg: "ES256", use: "sig" },
      { ...rsa.export({ format: "jwk" }), alg: "RS256", use: "sig" },
    ],
  },
  // It would ask for consent to offline_access each time (OpenID Connect Core §11). So the client decides instead.
  issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
  expiresWithSession: async ({ oidc }) => oidc.client?.grantTypeAllowed("refresh_token") === false,
  rotateRefreshToken: true,
  pkce: { required: () => false },
  ttl: { AuthorizationCode: 60, Grant: DAY, IdToken: 3_600, RefreshToken: DAY, Session: DAY },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () => RESOURCE.identifier,
      useGrantedResource: async () => true,
      getResourceServerInfo: async () => ({
        scope: GRANTED.join(" "),
        audience: RESOURCE.identifier,
        accessTokenTTL: TOKEN_LIFETIME_SECONDS,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "ES256" } },
      }),
    },
  },
});

await Promise.all(eachSignedInUser(signIn));
provider.listen(port, "127.0.0.1");

function clientMetadataOf({
  clientId,
  clientSecret,
  redirectUri,
  refreshes,
  idTokenAlgorithm,
}: CodeFlowApplication): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_types: refreshes ? ["authorization_code", "refresh_token"] : ["authorization_code"],
    response_types: ["code"],
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: idTokenAlgorithm,
  };
}

/** Stores a session of the user, and grants for all that the applications request. */
async function signIn(user: number): Promise<void> {
  const accountId = signedInUserId(user);
  const session = new provider.Session();
  session.jti = cookieToken("session", user);
  session.loginAccount({ accountId, acr: "1", amr: ["pwd"] });
  for (const { clientId } of CODE_FLOW_APPLICATIONS) {
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope("openid offline_access");
    grant.addResourceScope(RESOURCE.identifier, GRANTED.join(" "));
    session.ensureClientContainer(clientId);
    session.grantIdFor(clientId, await grant.save());
  }
  await session.save(DAY);
}
