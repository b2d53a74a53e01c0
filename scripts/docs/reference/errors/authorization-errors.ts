import type { AuthorizationErrorCode } from "../../../../packages/server/src/oauth/authorize/authorization-error.ts";
import type { ErrorText } from "./error-text.ts";

export const AUTHORIZATION_ERRORS: Readonly<Record<AuthorizationErrorCode, ErrorText>> = {
  invalid_request: {
    meaning:
      "A parameter is missing, repeated, malformed or too long, all of them together are above 8 kB, PKCE or a signature is missing where it must be, or the request was not pushed and the application has to (`require_pushed_authorization_requests`)",
    remedy: "Read the description and correct the request",
  },
  unauthorized_client: {
    meaning: "The application was disabled or deleted while the user was signing in",
    remedy: "Ask the operator of the service",
  },
  access_denied: { meaning: "The user denied the request", remedy: "Ask again only when the user wants to" },
  unsupported_response_type: { meaning: "Only `code` is offered", remedy: "Use `response_type=code`" },
  invalid_scope: {
    meaning:
      "The scope is missing or malformed, or deciding it takes too much work. A scope that is merely refused is not an error",
    remedy: "Correct the scope; see `scope_rejected` for refused ones",
  },
  invalid_target: {
    meaning: "A requested `resource` is unknown, or the application may ask for nothing of it",
    remedy: "Check the identifier and the application's delegated scopes",
  },
  login_required: {
    meaning:
      "With `prompt=none`: no user is signed in, or the user has to sign in again; or another user is signed in than the requested one",
    remedy: "Send the user without `prompt=none`",
  },
  account_selection_required: {
    meaning: "With `prompt=none`: an account has to be chosen",
    remedy: "Send the user without `prompt=none`",
  },
  consent_required: {
    meaning: "With `prompt=none`: the user has to agree first, perhaps again, because the address is new",
    remedy: "Send the user without `prompt=none`",
  },
  request_not_supported: {
    meaning: "The request object in `request` is not signed",
    remedy: "[Sign it](../guides/sign-in.md#sign-the-request), or send the parameters plain",
  },
  invalid_request_object: {
    meaning:
      "The request object does not hold: its signature, its `iss`, `aud`, `client_id` or `exp`, or something that must not be in it. It is sent to the `redirect_uri` beside the object, because no claim of an invalid object is used; without a registered one there, the user sees a page",
    remedy: "Read the description, and sign a new one",
  },
  request_uri_not_supported: {
    meaning: "Only a `request_uri` from `/oidc/par` is",
    remedy: "Push the request",
  },
  registration_not_supported: {
    meaning: "`registration` is not supported",
    remedy: "Register the application",
  },
  unmet_authentication_requirements: {
    meaning: "An essential `acr` cannot be provided",
    remedy: "See `acr_values_supported` in discovery",
  },
};
