import { type Application, clientIdOf, isPublicType } from "../../application.ts";
import type { Endpoints } from "../endpoints.ts";
import type { Example } from "./example.ts";

export const exampleOf = (application: Application, endpoints: Endpoints, scope: string): Example => ({
  clientId: clientIdOf(application),
  endpoints,
  scope,
  redirectUri: application.redirect_uris?.[0] ?? "https://app.example.com/callback",
  postLogoutRedirectUri: application.post_logout_redirect_uris?.[0],
  secretVariable: isPublicType(application.type) ? undefined : "LICET_CLIENT_SECRET",
  inHeader: application.token_endpoint_auth_method === "client_secret_basic",
  idTokenAlgorithm: application.id_token_signed_response_alg ?? "RS256",
});
