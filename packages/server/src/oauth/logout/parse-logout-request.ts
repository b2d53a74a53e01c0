import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Application } from "../../accounts/entities.ts";
import { looksOutdated, type VerifiedIdToken, verifyIdToken } from "../../tokens/id-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import { type TrustedRedirect, trustLogoutRedirect } from "../authorize/trusted-redirect.ts";
import type { Form } from "../form.ts";
import { parseUiLocales } from "../ui-locales.ts";
import type { LogoutRequest } from "./logout-request.ts";

/** A request that contradicts itself or what was registered. The text is for developers and repeats nothing sent. */
export class LogoutRequestError extends Error {
  override readonly name = "LogoutRequestError";
}

/** The ID token is not ours, or was changed. */
export class LogoutHintError extends Error {
  override readonly name = "LogoutHintError";
}

export type ParseLogoutRequest = (form: Form) => Promise<LogoutRequest>;

export function createParseLogoutRequest(options: {
  readonly clients: Pick<Clients, "find">;
  readonly keyRing: Pick<KeyRing, "findVerificationKey">;
  readonly clock: Clock;
  readonly issuer: string;
}): ParseLogoutRequest {
  const { clients, keyRing, clock, issuer } = options;

  /**
   * §4: what does not verify is not used, and the request ends here. But one that its application has kept for long
   * cannot be verified any more: it counts as not sent, and the user is asked.
   */
  const verifyHint = async (form: Form): Promise<VerifiedIdToken | undefined> => {
    const token = form.get("id_token_hint");
    if (token === undefined) return undefined;
    const expected = { issuer, now: clock.seconds() };
    const hint = verifyIdToken(keyRing, token, expected);
    if (!hint && !looksOutdated(keyRing, token, expected))
      throw new LogoutHintError("id_token_hint is not an ID token that we issued");
    return hint;
  };

  /** By its id or by one of its access keys; an ID token names whichever redeemed the code. */
  const findApplication = async (clientId: string): Promise<Application | undefined> => {
    const application = (await clients.find(clientId))?.application;
    return application?.enabled ? application : undefined;
  };

  async function applicationOf(form: Form, hint: VerifiedIdToken | undefined) {
    const hinted = hint && (await findApplication(hint.aud));
    const clientId = form.get("client_id");
    if (clientId === undefined) return hinted;
    const named = await findApplication(clientId);
    if (!named) throw new LogoutRequestError("client_id is not that of an application");
    // §2: when both are present, the OP MUST verify that they match.
    if (hint && hinted?.id !== named.id)
      throw new LogoutRequestError("client_id is not the one that id_token_hint was issued to");
    return named;
  }

  return async (form) => {
    const hint = await verifyHint(form);
    const application = await applicationOf(form, hint);
    const redirect = resolveRedirect(form, application);
    const uiLocales = parseUiLocales(form.get("ui_locales"));
    return {
      ...(application && { applicationId: application.id }),
      ...(redirect && { redirect }),
      ...(hint?.sid !== undefined && { hinted: { sessionId: hint.sid, userId: hint.sub } }),
      ...(uiLocales.length > 0 && { uiLocales }),
    };
  };
}

/** §3: only to an address that this very application registered, compared byte for byte. */
function resolveRedirect(form: Form, application: Application | undefined): TrustedRedirect | undefined {
  const uri = form.get("post_logout_redirect_uri");
  if (uri === undefined) return undefined;
  if (!application)
    throw new LogoutRequestError(
      "post_logout_redirect_uri needs a client_id, or an id_token_hint that we issued, beside it",
    );
  const redirect = trustLogoutRedirect(application, uri);
  if (!redirect)
    throw new LogoutRequestError("post_logout_redirect_uri is not one that the application registered");
  const state = form.get("state");
  return state === undefined ? redirect : redirect.with({ state });
}
