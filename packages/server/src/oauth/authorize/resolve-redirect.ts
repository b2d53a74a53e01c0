import type { Application, Client, RedirectRegistration } from "../../accounts/entities.ts";
import { redirectAddress } from "../../core/network/redirect-address.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import type { Parameters } from "./parameters.ts";
import { RESPONSE_MODES, type TrustedRedirect, trustRedirect } from "./trusted-redirect.ts";

const MAX_STATE_CHARACTERS = 4_096;

/** OpenID Connect Core §3.1.2.1: the address is required, also where only one is registered. */
export function resolveRedirect(parameters: Parameters, application: Application): TrustedRedirect {
  const uri = parameters.isRepeated("redirect_uri") ? undefined : parameters.get("redirect_uri");
  if (uri === undefined)
    throw new UntrustedRequestError("missing_redirect_uri", "redirect_uri is missing or repeated");
  const registered = trustRedirect(application, uri);
  if (!registered)
    throw new UntrustedRequestError(
      "unregistered_redirect_uri",
      "redirect_uri is not one that was registered",
    );
  const state = parameters.isRepeated("state") ? undefined : parameters.get("state");
  // Stored until the answer goes out, and longer than any browser would bring back.
  if (state !== undefined && state.length > MAX_STATE_CHARACTERS)
    throw new AuthorizationError(
      "invalid_request",
      `state may have at most ${MAX_STATE_CHARACTERS} characters`,
      registered,
    );
  const redirect = state === undefined ? registered : registered.with({ state });
  const wanted = parameters.isRepeated("response_mode") ? undefined : parameters.get("response_mode");
  if (wanted === undefined) return redirect;
  const mode = RESPONSE_MODES.find((known) => known === wanted);
  if (!mode)
    throw new AuthorizationError(
      "invalid_request",
      `response_mode may be ${RESPONSE_MODES.join(" or ")}`,
      redirect,
    );
  // A form can be posted to a web address only, and RFC 8252 §7.1 has others.
  if (mode === "form_post" && !/^https?:/.test(uri))
    throw new AuthorizationError(
      "invalid_request",
      "form_post needs an http or https redirect_uri",
      redirect,
    );
  return redirect.with({ mode });
}

/** Since when this is an address of the application; undefined when it is none. */
export function findRegistration(
  { application, redirects }: Client,
  presented: string,
): RedirectRegistration | undefined {
  const wanted = redirectAddress(presented, application.type);
  return redirects.find(({ address }) => address === wanted);
}
