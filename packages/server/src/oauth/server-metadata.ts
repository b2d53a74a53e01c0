import { ASSERTION_ALGORITHMS } from "../tokens/client-jwks.ts";

/** The paths of the OAuth endpoints. Routes and discovery read the same table, so they cannot disagree. */
export const OAUTH_PATHS = {
  token: "/oidc/token",
  introspect: "/oidc/introspect",
  revoke: "/oidc/revoke",
  jwks: "/oidc/jwks",
  openidConfiguration: "/.well-known/openid-configuration",
  authorizationServer: "/.well-known/oauth-authorization-server",
} as const;

const SECRET_METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt"] as const;

/** RFC 8414 §2 and OpenID Connect Discovery §3: only what is really offered. */
export function serverMetadata(
  issuer: string,
  grantTypes: readonly string[],
): Readonly<Record<string, unknown>> {
  return {
    issuer,
    token_endpoint: issuer + OAUTH_PATHS.token,
    jwks_uri: issuer + OAUTH_PATHS.jwks,
    introspection_endpoint: issuer + OAUTH_PATHS.introspect,
    revocation_endpoint: issuer + OAUTH_PATHS.revoke,
    grant_types_supported: grantTypes,
    // Required by both documents; there is no authorization endpoint yet, hence no response type.
    response_types_supported: [],
    subject_types_supported: ["public"],
    token_endpoint_auth_methods_supported: SECRET_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, "none"],
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  };
}
