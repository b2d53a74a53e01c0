import { isClientEnabled } from "@licet/engine/internal/subject.ts";
import { type Clock, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { Client } from "../../accounts/entities.ts";
import { hashToken } from "../../accounts/random-token.ts";
import { verifyIdToken } from "../../tokens/id-token.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import { RequestObjectError } from "../../tokens/request-object.ts";
import { OAuthError } from "../oauth-error.ts";
import type { PushedRequestStore } from "../stores.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { keepKnownParameters, MAX_REQUEST_BYTES, type Parameters, parseParameters } from "./parameters.ts";
import { parseAuthorizationRequest } from "./parse-authorization-request.ts";
import { REQUEST_URI_PREFIX } from "./pushed-request.ts";
import { type ReadRequestObject, SIGNATURE_MISSING } from "./request-object.ts";
import { resolveRedirect } from "./resolve-redirect.ts";
import type { TrustedRedirect } from "./trusted-redirect.ts";

const PUSH_MISSING =
  "this application must send its request to /oidc/par first (require_pushed_authorization_requests)";

/** The parameters that count, form-encoded and read. */
interface Source {
  readonly text: string;
  readonly parameters: Parameters;
  readonly isSigned?: boolean;
  readonly pushedId?: string;
}

/**
 * From the raw parameters to a request that can be trusted. Until the redirect URI is known to be the application's,
 * every problem is an UntrustedRequestError and stays on a page of ours; from then on it is an AuthorizationError.
 */
export function createParseRequest(dependencies: {
  readonly clients: Clients;
  readonly pushedRequests: PushedRequestStore;
  readonly readRequestObject: ReadRequestObject;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}) {
  const { clients, pushedRequests, readRequestObject, keyRing, clock, issuer } = dependencies;

  /** RFC 9126 §4: what was pushed counts, and nothing that the browser brings beside it (RFC 9101 §6.3). */
  async function findPushed(requestUri: string, client: Client): Promise<Source> {
    const id = hashToken(requestUri.slice(REQUEST_URI_PREFIX.length));
    const pushed = await pushedRequests.find(id);
    const owner = pushed && (await clients.find(pushed.clientId));
    const usable =
      pushed &&
      !isExpired(pushed.expiresAt, clock.seconds()) &&
      owner?.application.id === client.application.id;
    if (!usable)
      throw new UntrustedRequestError(
        "invalid_request_uri",
        "the pushed request is unknown, used or expired",
      );
    const text = pushed.parameters;
    return { text, parameters: parseParameters(text), pushedId: id };
  }

  /** RFC 9101 §6.3: only what the client signed counts. Until it is verified, nothing in it does. */
  async function openObject(object: string, client: Client, given: Parameters): Promise<Source> {
    try {
      const text = await readRequestObject(object, client);
      return { text, parameters: parseParameters(text), isSigned: true };
    } catch (error) {
      if (error instanceof RequestObjectError) throw refuseObject(error, client, given);
      throw error;
    }
  }

  async function findSource(text: string, given: Parameters, client: Client): Promise<Source> {
    const requestUri = given.isRepeated("request_uri") ? undefined : given.get("request_uri");
    if (requestUri?.startsWith(REQUEST_URI_PREFIX)) return findPushed(requestUri, client);
    const object = given.get("request");
    // RFC 6749 §3.1, RFC 9101 §5: with a repeated parameter or a request_uri it is refused as any other request is.
    if (object === undefined || given.repeated.length > 0 || given.get("request_uri") !== undefined)
      return { text, parameters: given };
    return openObject(object, client, given);
  }

  return async function parseRequest(text: string): Promise<AuthorizationRequest> {
    const given = parseOrRefuse(text);
    const client = await findClient(clients, clock, given);
    const source = await findSource(text, given, client);
    const { parameters, pushedId } = source;
    const redirect = resolveRedirect(parameters, client.application);
    if (pushedId === undefined) requireAdmissible(source, client, redirect);
    const { idTokenHint, ...request } = parseAuthorizationRequest(parameters, client.application, redirect);
    const hintedUserId = idTokenHint === undefined ? undefined : await verifyHint(idTokenHint, redirect);
    return {
      ...request,
      ...(hintedUserId !== undefined && { hintedUserId }),
      ...(pushedId !== undefined && { pushedId }),
    };
  };

  async function verifyHint(idTokenHint: string, redirect: TrustedRedirect): Promise<string> {
    const hint = verifyIdToken(keyRing, idTokenHint, { issuer, now: clock.seconds() });
    if (!hint)
      throw new AuthorizationError("invalid_request", "id_token_hint is not an ID token of ours", redirect);
    return hint.sub;
  }
}

/** To the address outside, if the application registered it; otherwise there is nowhere to send it. */
function refuseObject(
  { code, message }: RequestObjectError,
  { application }: Client,
  given: Parameters,
): AuthorizationError | UntrustedRequestError {
  try {
    return new AuthorizationError(code, message, resolveRedirect(given, application));
  } catch (error) {
    if (error instanceof UntrustedRequestError)
      return new UntrustedRequestError("invalid_request_object", message);
    throw error;
  }
}

/** The checks of a request that was not pushed; a pushed one passed them at /oidc/par. */
function requireAdmissible(
  { text, isSigned }: Source,
  { application }: Client,
  redirect: TrustedRedirect,
): void {
  // RFC 9126 §4, §6: before anything else that a request could be refused for, since no other request will do.
  if (application.requirePushedRequests)
    throw new AuthorizationError("invalid_request", PUSH_MISSING, redirect);
  if (application.requireSignedRequestObject && !isSigned)
    throw new AuthorizationError("invalid_request", SIGNATURE_MISSING, redirect);
  requireStorable(text, redirect);
}

/** It is stored while its user signs in, and then as small as what can be pushed. */
function requireStorable(text: string, redirect: TrustedRedirect): void {
  // No character has more than nine when it is encoded: most requests are seen to be short without doing it.
  if (text.length * 9 <= MAX_REQUEST_BYTES || keepKnownParameters(text).length <= MAX_REQUEST_BYTES) return;
  throw new AuthorizationError(
    "invalid_request",
    `a request may have at most ${MAX_REQUEST_BYTES} bytes of parameters`,
    redirect,
  );
}

function parseOrRefuse(text: string): Parameters {
  try {
    return parseParameters(text);
  } catch (error) {
    if (error instanceof OAuthError) throw new UntrustedRequestError("unreadable", error.message);
    throw error;
  }
}

/** An application's id, or one of its access keys. Disabled ones count as unknown. */
async function findClient(clients: Clients, clock: Clock, parameters: Parameters): Promise<Client> {
  const clientId = parameters.isRepeated("client_id") ? undefined : parameters.get("client_id");
  const client = clientId === undefined ? undefined : await clients.find(clientId);
  if (!client || !isClientEnabled(client, clock.seconds()))
    throw new UntrustedRequestError("unknown_client", "client_id is missing, or names no application");
  return client;
}
