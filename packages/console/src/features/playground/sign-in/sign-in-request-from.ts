import type { ClientAuthentication, SignInRequest } from "../../../auth/playground/sign-in-request.ts";
import { type Application, isPublicType } from "../../../components/applications/application.ts";
import { usesKey } from "../available-modes.ts";
import type { PlaygroundSearch } from "../playground-search.ts";

/** Turns the parameters of the page into an authorization request. */
export const signInRequestFrom = (
  { client = "", scope, resource, prompt }: PlaygroundSearch,
  application: Application | undefined,
  { secret, loginHint }: { readonly secret: string; readonly loginHint: string | undefined },
): SignInRequest => ({
  clientId: client,
  authentication: authenticationOf(application, secret),
  scope,
  resource,
  prompt,
  loginHint,
});

function authenticationOf(application: Application | undefined, secret: string): ClientAuthentication {
  // An application that this user may not read has a secret if the user entered one.
  if (!application) return secret === "" ? "none" : "form";
  if (isPublicType(application.type)) return "none";
  if (usesKey(application)) return "key";
  return application.token_endpoint_auth_method === "client_secret_basic" ? "header" : "form";
}
