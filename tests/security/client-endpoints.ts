import { PUSH_CALLBACK } from "../support/shop.ts";

/** The endpoints where clients authenticate, each with a form that lacks only the credentials. */
export interface ClientEndpoint {
  readonly path: string;
  readonly section: string;
  /** `token` is the token to introspect or revoke. */
  form(token: string): Readonly<Record<string, string>>;
  /** The status of a successful request. */
  readonly accepted: 200 | 201;
}

export const CLIENT_ENDPOINTS: readonly ClientEndpoint[] = [
  {
    path: "/oidc/token",
    section: "RFC 6749 §3.2.1",
    form: () => ({ grant_type: "client_credentials", scope: "orders:read" }),
    accepted: 200,
  },
  { path: "/oidc/introspect", section: "RFC 7662 §2.1", form: (token) => ({ token }), accepted: 200 },
  { path: "/oidc/revoke", section: "RFC 7009 §2.1", form: (token) => ({ token }), accepted: 200 },
  {
    path: "/oidc/par",
    section: "RFC 9126 §2",
    form: () => ({ response_type: "code", redirect_uri: PUSH_CALLBACK, scope: "openid" }),
    accepted: 201,
  },
];
