import type { Clients } from "../../accounts/clients.ts";
import type { Client } from "../../accounts/entities.ts";
import { hashToken } from "../../accounts/random-token.ts";
import { describeClient } from "../../accounts/subjects.ts";
import { type Clock, isExpired } from "../../core/time.ts";
import { verifyIdToken } from "../../tokens/id-token.ts";
import type { KeyRing } from "../../tokens/key-ring.ts";
import { OAuthError } from "../oauth-error.ts";
import type { PushedRequestStore } from "../stores.ts";
import { AuthorizationError, UntrustedRequestError } from "./authorization-error.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { keepKnownParameters, MAX_REQUEST_BYTES, type Parameters, readParameters } from "./parameters.ts";
import { parseAuthorizationRequest } from "./parse-authorization-request.ts";
import { REQUEST_URI_PREFIX } from "./pushed-request.ts";
import { resolveRedirect } from "./resolve-redirect.ts";
import type { TrustedRedirect } from "./trusted-redirect.ts";

export interface ReadRequest {
  readonly client: Client;
  readonly request: AuthorizationRequest;
}

/**
 * From the raw parameters to a request that can be trusted. Until the redirect URI is known to be the application's,
 * every problem is an UntrustedRequestError and stays on a page of ours; from then on it is an AuthorizationError.
 */
export function createReadRequest(dependencies: {
  readonly clients: Clients;
  readonly pushedRequests: PushedRequestStore;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly issuer: string;
}) {
  const { clients, pushedRequests, keyRing, clock, issuer } = dependencies;

  /** RFC 9126 §4: what was pushed counts, and nothing that the browser brings beside it (RFC 9101 §6.3). */
  async function findPushed(
    requestUri: string,
    client: Client,
  ): Promise<{ parameters: Parameters; id: string }> {
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
    return { parameters: readParameters(pushed.parameters), id };
  }

  return async function readRequest(text: string): Promise<ReadRequest> {
    const given = readOrRefuse(text);
    const client = await findClient(clients, clock, given);
    const requestUri = given.get("request_uri");
    const pushed =
      requestUri?.startsWith(REQUEST_URI_PREFIX) && !given.isRepeated("request_uri")
        ? await findPushed(requestUri, client)
        : undefined;
    const parameters = pushed?.parameters ?? given;
    const redirect = resolveRedirect(parameters, client.application);
    if (!pushed) {
      refuseUnpushed(client, redirect);
      requireKeepable(text, redirect);
    }
    const { idTokenHint, ...request } = parseAuthorizationRequest(parameters, client.application, redirect);
    const hintedUserId = idTokenHint === undefined ? undefined : await readHint(idTokenHint, redirect);
    return {
      client,
      request: {
        ...request,
        ...(hintedUserId !== undefined && { hintedUserId }),
        ...(pushed && { pushedId: pushed.id }),
      },
    };
  };

  async function readHint(idTokenHint: string, redirect: TrustedRedirect): Promise<string> {
    const hint = await verifyIdToken(keyRing, idTokenHint, { issuer, now: clock.seconds() });
    if (!hint)
      throw new AuthorizationError("invalid_request", "id_token_hint is not an ID token of ours", redirect);
    return hint.sub;
  }
}

/** RFC 9126 §4, §6: before anything else that a request could be refused for, since no other request will do. */
function refuseUnpushed({ application }: Client, redirect: TrustedRedirect): void {
  if (!application.requirePushedRequests) return;
  throw new AuthorizationError(
    "invalid_request",
    "this application must send its request to /oidc/par first (require_pushed_authorization_requests)",
    redirect,
  );
}

/** It is stored while its user signs in, and then as small as what can be pushed. */
function requireKeepable(text: string, redirect: TrustedRedirect): void {
  // No character has more than nine when it is encoded: most requests are seen to be short without doing it.
  if (text.length * 9 <= MAX_REQUEST_BYTES || keepKnownParameters(text).length <= MAX_REQUEST_BYTES) return;
  throw new AuthorizationError(
    "invalid_request",
    `a request may have at most ${MAX_REQUEST_BYTES} bytes of parameters`,
    redirect,
  );
}

function readOrRefuse(text: string): Parameters {
  try {
    return readParameters(text);
  } catch (error) {
    if (error instanceof OAuthError) throw new UntrustedRequestError("unreadable", error.message);
    throw error;
  }
}

/** An application's id, or one of its access keys. Disabled ones are as good as unknown. */
async function findClient(clients: Clients, clock: Clock, parameters: Parameters): Promise<Client> {
  const clientId = parameters.isRepeated("client_id") ? undefined : parameters.get("client_id");
  const client = clientId === undefined ? undefined : await clients.find(clientId);
  if (!client || !describeClient(client, clock).enabled)
    throw new UntrustedRequestError("unknown_client", "client_id is missing, or names no application");
  return client;
}
