import type { FastifyRequest } from "fastify";
import type { CountedBy, Limiter } from "../limits/limiter.ts";
import { GuessError, OAuthError } from "../oauth/oauth-error.ts";
import { presentableClient } from "../oauth/presentable-client.ts";
import type { PresentedCredentials } from "../oauth/presented-credentials.ts";
import type { LimitedAddress } from "./limited-address.ts";
import { originOf } from "./request-parts.ts";

/** Which client a request names, and how it means to prove that. */
type NamedClient = Pick<PresentedCredentials, "clientId" | "method">;

/** To be called with the client that a request names, before anything that it presents is looked at. */
export type NameClient = (client: NamedClient) => void;

/**
 * Runs a request of a client that has to prove who it is. Throws TooManyRequestsError instead when too many failed: of
 * this client from this address, or from this address. Never of a client alone: strangers could lock it out.
 */
export type GuardCallers = <T>(
  request: FastifyRequest,
  work: (nameClient: NameClient) => Promise<T>,
) => Promise<T>;

/** No client has a longer name. */
const LONGEST_CLIENT_ID = 128;

export function createGuardCallers(options: {
  readonly limiter: Pick<Limiter, "isOn" | "isWatching" | "require" | "count" | "take">;
  readonly limitedAddress: LimitedAddress;
}): GuardCallers {
  const { limiter, limitedAddress } = options;

  /**
   * Whom a request that succeeds counts for. Anybody can send the name of a client that proves nothing, so that it is
   * counted at its address; undefined where that is not known.
   */
  const requesterOf = (request: FastifyRequest, { clientId, method }: NamedClient): string | undefined => {
    if (method !== "none") return clientId;
    const address = limitedAddress(request);
    return address === undefined ? undefined : pairOf(clientId, address);
  };

  const requireClient = (request: FastifyRequest, client: NamedClient) => {
    const { clientId } = client;
    if (clientId.length > LONGEST_CLIENT_ID) return;
    if (limiter.isWatching("client_requests")) {
      const requester = requesterOf(request, client);
      if (requester !== undefined) limiter.require("client_requests", requester);
    }
    if (!limiter.isWatching("client_failures")) return;
    const address = limitedAddress(request);
    if (address !== undefined) limiter.require("client_failures", pairOf(clientId, address));
  };

  const requireAddress = (request: FastifyRequest) => {
    if (!limiter.isWatching("address_failures")) return;
    const address = limitedAddress(request);
    if (address !== undefined) limiter.require("address_failures", address);
  };

  /** Only what the client itself did: others can send its name as often as they like. */
  const countSuccess = (request: FastifyRequest, client: NamedClient) => {
    const requester = requesterOf(request, client);
    if (requester === undefined) return;
    const by = { actor: `client:${client.clientId}`, ...originOf(request) };
    limiter.count("client_requests", requester, by);
  };

  /** Of many at once, those that come to be counted after the limit was used up are told so, and not what was wrong. */
  const countFailure = (request: FastifyRequest, clientId: string | undefined) => {
    const address = limitedAddress(request);
    if (address === undefined) return;
    const by = (actor: string): CountedBy => ({ actor, ...originOf(request) });
    if (clientId !== undefined && clientId.length <= LONGEST_CLIENT_ID)
      limiter.take("client_failures", pairOf(clientId, address), by(`client:${presentableClient(clientId)}`));
    limiter.take("address_failures", address, by(`address:${address}`));
  };

  return async (request, work) => {
    let client: NamedClient | undefined;
    requireAddress(request);
    try {
      const result = await work((named) => {
        client = named;
        requireClient(request, named);
      });
      if (client !== undefined && limiter.isOn("client_requests")) countSuccess(request, client);
      return result;
    } catch (error) {
      if (isFailure(error)) countFailure(request, client?.clientId);
      throw error;
    }
  };
}

const pairOf = (clientId: string, address: string): string => `${clientId}\0${address}`;

/**
 * What a caller says of itself was wrong. Codes, refresh tokens and access tokens that are expired, revoked or somebody
 * else's do not count: an honest server passes on what others send it, and they could lock it out.
 */
const isFailure = (error: unknown): boolean =>
  error instanceof GuessError || (error instanceof OAuthError && error.code === "invalid_client");
