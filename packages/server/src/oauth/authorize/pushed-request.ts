import type { Application } from "../../accounts/entities.ts";
import { hashToken } from "../../accounts/random-token.ts";
import type { ChangeFeed } from "../../core/change-feed.ts";
import type { Clock } from "../../core/time.ts";
import type { AuthenticateClient } from "../authenticate-client.ts";
import { type Form, readPairs } from "../form.ts";
import { OAuthError } from "../oauth-error.ts";
import { newOneTimeToken } from "../one-time-token.ts";
import type { PresentedCredentials } from "../presented-credentials.ts";
import type { PushedRequestStore } from "../stores.ts";
import type { Origin } from "../token-request.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import { readParameters } from "./parameters.ts";
import { parseAuthorizationRequest } from "./parse-authorization-request.ts";
import { resolveRedirect } from "./resolve-redirect.ts";

export const REQUEST_URI_PREFIX = "urn:ietf:params:oauth:request_uri:";
const LIFETIME_SECONDS = 90;
/** How the client proved who it is, which has no place in what is kept. */
const CREDENTIALS = new Set(["client_secret", "client_assertion", "client_assertion_type"]);

/** RFC 9126 §2.2. */
export interface PushedResponse {
  readonly request_uri: string;
  readonly expires_in: number;
}

export type PushRequest = (pushed: {
  readonly body: string;
  readonly form: Form;
  readonly credentials: PresentedCredentials;
  readonly origin: PushOrigin;
}) => Promise<PushedResponse>;

/** Where a pushed request comes from. */
export interface PushOrigin extends Origin {
  /** Undefined: no limit of an address applies. */
  readonly limitedAddress: string | undefined;
}

/** RFC 9126: the application gives its request beforehand and directly, so that the browser carries none of it. */
export function createPushRequest(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly store: PushedRequestStore;
  readonly clock: Clock;
  /** A request of a client that proved nothing is about to be stored. Throws TooManyRequestsError. */
  readonly admitAnonymous: (origin: PushOrigin) => void;
}): PushRequest {
  const { feed, authenticateClient, store, clock, admitAnonymous } = dependencies;

  return async ({ body, form, credentials, origin }) => {
    await feed.confirm();
    const client = await authenticateClient(credentials);
    // RFC 9126 §2.1: a request_uri inside must be refused.
    if (form.get("request_uri") !== undefined)
      throw new OAuthError("invalid_request", "request_uri cannot be pushed");
    const parameters = withoutCredentials(body);
    validate(parameters, client.application);
    if (credentials.method === "none") admitAnonymous(origin);
    const token = newOneTimeToken("lpr_");
    const expiresAt = clock.seconds() + LIFETIME_SECONDS;
    await store.insert(hashToken(token), { clientId: client.id, parameters, expiresAt });
    return { request_uri: REQUEST_URI_PREFIX + token, expires_in: LIFETIME_SECONDS };
  };
}

const withoutCredentials = (body: string): string =>
  new URLSearchParams(
    [...readPairs(body)].filter(([name]) => !CREDENTIALS.has(name)).map(([name, value]) => [name, value]),
  ).toString();

/** RFC 9126 §2.1: checked now as at the authorization endpoint, and answered as at the token endpoint (§2.3). */
function validate(text: string, application: Application): void {
  try {
    const parameters = readParameters(text);
    parseAuthorizationRequest(parameters, application, resolveRedirect(parameters, application));
  } catch (error) {
    if (error instanceof UntrustedRequestError) throw new OAuthError("invalid_request", error.message);
    if (error instanceof AuthorizationError)
      throw new OAuthError(
        error.code === "invalid_scope" ? "invalid_scope" : "invalid_request",
        error.message,
      );
    throw error;
  }
}
