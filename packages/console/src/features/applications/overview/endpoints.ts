/** The endpoints of the server. The issuer serves the console, so the console's origin is the issuer. */
export const endpointsOf = (issuer: string) => ({
  issuer,
  discovery: `${issuer}/.well-known/openid-configuration`,
  token: `${issuer}/oidc/token`,
  authorization: `${issuer}/oidc/auth`,
  userinfo: `${issuer}/oidc/userinfo`,
  logout: `${issuer}/oidc/logout`,
  jwks: `${issuer}/oidc/jwks`,
  introspection: `${issuer}/oidc/introspect`,
  revocation: `${issuer}/oidc/revoke`,
});

export type Endpoints = ReturnType<typeof endpointsOf>;
