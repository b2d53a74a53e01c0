import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { Application, Client } from "../../accounts/entities.ts";
import { hashToken } from "../../accounts/random-token.ts";
import { TooManyRequestsError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { RequestObjectError } from "../../tokens/request-object.ts";
import type { AuthenticateClient } from "../authenticate-client.ts";
import type { Form } from "../form.ts";
import { OAuthError, OversizedRequestError } from "../oauth-error.ts";
import { generateOneTimeToken } from "../one-time-token.ts";
import type { PresentedCredentials } from "../presented-credentials.ts";
import type { Hold, PushedRequestStore } from "../stores.ts";
import type { Origin } from "../token-request.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import { keepKnownParameters, MAX_REQUEST_BYTES, parseParameters } from "./parameters.ts";
import { parseAuthorizationRequest } from "./parse-authorization-request.ts";
import { type ReadRequestObject, SIGNATURE_MISSING } from "./request-object.ts";
import { resolveRedirect } from "./resolve-redirect.ts";

export const REQUEST_URI_PREFIX = "urn:ietf:params:oauth:request_uri:";
const LIFETIME_SECONDS = 90;
/** The bound of a public client at one address: every caller can push in its name. */
export const LIVE_PUSHED_REQUESTS_PER_ADDRESS = 50;
/** By then some of the live ones have expired. */
const RETRY_SECONDS = 30;

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

/** The origin of a pushed request. */
export interface PushOrigin extends Origin {
  /** Undefined: no limit of an address applies. */
  readonly limitedAddress: string | undefined;
}

/** RFC 9126: the application gives its request beforehand and directly, so that the browser carries none of it. */
export function createPushRequest(dependencies: {
  readonly feed: ChangeFeed;
  readonly authenticateClient: AuthenticateClient;
  readonly readRequestObject: ReadRequestObject;
  readonly store: PushedRequestStore;
  readonly clock: Clock;
  /** How many live ones an authenticated client may have. */
  readonly livePerClient: number;
  /** A request of a client that proved nothing is about to be stored. Throws TooManyRequestsError. */
  readonly admitAnonymous: (origin: PushOrigin) => void;
  /** A request was refused because too many wait. */
  readonly onFull: (hold: Hold, origin: PushOrigin) => void;
}): PushRequest {
  const { feed, authenticateClient, store, clock, livePerClient, admitAnonymous, onFull } = dependencies;

  /** An authenticated client is counted by its id; a public one by its id and the address. */
  function holdOf(
    { application: { id } }: Client,
    { method }: PresentedCredentials,
    address: string | undefined,
  ): Hold {
    const now = clock.seconds();
    if (method === "none" && address !== undefined)
      return { holder: `client:${id} address:${address}`, most: LIVE_PUSHED_REQUESTS_PER_ADDRESS, now };
    return { holder: `client:${id}`, most: livePerClient, now, isShared: method === "none" };
  }

  /** RFC 9126 §3, RFC 9101 §6.3: beside an object, nothing in the form counts but what authenticates the client. */
  async function readPushed(body: string, object: string | undefined, client: Client): Promise<string> {
    if (object === undefined) {
      if (client.application.requireSignedRequestObject)
        throw new OAuthError("invalid_request", SIGNATURE_MISSING);
      return keepKnownParameters(body);
    }
    try {
      return await dependencies.readRequestObject(object, client);
    } catch (error) {
      if (!(error instanceof RequestObjectError)) throw error;
      // RFC 9101 §6.2. `request_not_supported` is an error of the authorization endpoint alone.
      throw new OAuthError("invalid_request_object", error.message, { cause: error });
    }
  }

  return async ({ body, form, credentials, origin }) => {
    await feed.confirm();
    const client = await authenticateClient(credentials);
    // RFC 9126 §2.1: a request_uri inside must be refused.
    if (form.get("request_uri") !== undefined)
      throw new OAuthError("invalid_request", "request_uri cannot be pushed");
    const parameters = await readPushed(body, form.get("request"), client);
    if (parameters.length > MAX_REQUEST_BYTES)
      throw new OversizedRequestError(`a request may have at most ${MAX_REQUEST_BYTES} bytes of parameters`);
    validate(parameters, client.application);
    if (credentials.method === "none") admitAnonymous(origin);
    const token = generateOneTimeToken("lpr_");
    const expiresAt = clock.seconds() + LIFETIME_SECONDS;
    const pushed = { clientId: client.id, parameters, expiresAt };
    const hold = holdOf(client, credentials, origin.limitedAddress);
    if (!(await store.insert(hashToken(token), pushed, hold))) {
      onFull(hold, origin);
      throw new TooManyRequestsError("too many pushed requests are waiting to be used", RETRY_SECONDS);
    }
    return { request_uri: REQUEST_URI_PREFIX + token, expires_in: LIFETIME_SECONDS };
  };
}

/** RFC 9126 §2.1: checked now as at the authorization endpoint, and answered as at the token endpoint (§2.3). */
function validate(text: string, application: Application): void {
  try {
    const parameters = parseParameters(text);
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
