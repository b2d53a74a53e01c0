import { OIDC_SCOPES } from "@licet/engine/internal/values/names.ts";
import { PASSWORD_ACR } from "../accounts/session.ts";
import { ASSERTION_ALGORITHMS } from "../tokens/client-jwks.ts";
import { REQUEST_OBJECT_ALGORITHMS } from "../tokens/request-object.ts";
import { PROMPTS } from "./authorize/authorization-request.ts";
import { RESPONSE_MODES } from "./authorize/trusted-redirect.ts";
import { USER_CLAIMS } from "./tokens/user-claims.ts";

/** The paths of the OAuth endpoints. Routes and discovery read the same table, so they cannot disagree. */
export const OAUTH_PATHS = {
  authorize: "/oidc/auth",
  pushedRequest: "/oidc/par",
  token: "/oidc/token",
  userinfo: "/oidc/userinfo",
  logout: "/oidc/logout",
  introspect: "/oidc/introspect",
  revoke: "/oidc/revoke",
  jwks: "/oidc/jwks",
  openidConfiguration: "/.well-known/openid-configuration",
  authorizationServer: "/.well-known/oauth-authorization-server",
} as const;

/** The claims of ID tokens that are not about the user (OpenID Connect Core §2). */
const TOKEN_CLAIMS = ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "azp", "sid"];

const CONFIDENTIAL_METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt"] as const;

/** RFC 8414 §2 and OpenID Connect Discovery §3: only what is really offered. */
export function serverMetadata(
  issuer: string,
  grantTypes: readonly string[],
): Readonly<Record<string, unknown>> {
  return {
    issuer,
    authorization_endpoint: issuer + OAUTH_PATHS.authorize,
    pushed_authorization_request_endpoint: issuer + OAUTH_PATHS.pushedRequest,
    // RFC 9126 §5: not required of all clients. The registration of a client may require it (§6).
    require_pushed_authorization_requests: false,
    token_endpoint: issuer + OAUTH_PATHS.token,
    userinfo_endpoint: issuer + OAUTH_PATHS.userinfo,
    end_session_endpoint: issuer + OAUTH_PATHS.logout,
    jwks_uri: issuer + OAUTH_PATHS.jwks,
    introspection_endpoint: issuer + OAUTH_PATHS.introspect,
    revocation_endpoint: issuer + OAUTH_PATHS.revoke,
    grant_types_supported: grantTypes,
    scopes_supported: OIDC_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: RESPONSE_MODES,
    // RFC 9207 §3.
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ["S256"],
    prompt_values_supported: PROMPTS,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "ES256"],
    acr_values_supported: [PASSWORD_ACR],
    claims_supported: [...TOKEN_CLAIMS, ...USER_CLAIMS],
    claims_parameter_supported: true,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    request_object_signing_alg_values_supported: REQUEST_OBJECT_ALGORITHMS,
    // RFC 9101 §10.5: of all clients. An application can be registered to.
    require_signed_request_object: false,
    ui_locales_supported: ["en", "zh"],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    token_endpoint_auth_methods_supported: [...CONFIDENTIAL_METHODS, "none"],
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: CONFIDENTIAL_METHODS,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: [...CONFIDENTIAL_METHODS, "none"],
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  };
}
