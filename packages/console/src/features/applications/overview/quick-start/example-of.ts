import { type Application, isPublicType } from "../../application.ts";
import type { Endpoints } from "../endpoints.ts";
import type { Example } from "./example.ts";

/** For an application without an address yet. That of a single page application is Vite's. */
const PLACEHOLDERS = { spa: "http://localhost:5173/", web: "https://app.example.com/callback" } as const;

export const exampleOf = (application: Application, endpoints: Endpoints, scope: string): Example => ({
  clientId: application.client_id,
  endpoints,
  scope,
  redirectUri: application.redirect_uris?.[0] ?? PLACEHOLDERS[application.type === "spa" ? "spa" : "web"],
  postLogoutRedirectUri: application.post_logout_redirect_uris?.[0],
  secretVariable: isPublicType(application.type) ? undefined : "LICET_CLIENT_SECRET",
  inHeader: application.token_endpoint_auth_method === "client_secret_basic",
  idTokenAlgorithm: application.id_token_signed_response_alg ?? "RS256",
});
