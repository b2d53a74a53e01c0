/** The scopes of OpenID Connect; every application may request them. */
export const OIDC_SCOPES = ["openid", "profile", "email", "phone", "address", "offline_access"] as const;

export const isOidc = (scope: string): scope is (typeof OIDC_SCOPES)[number] =>
  OIDC_SCOPES.some((one) => one === scope);
