import type { FastifyRequest } from "fastify";
import type { CountedBy, Limiter } from "../../limits/limiter.ts";
import { GuessError, OAuthError } from "../../oauth/oauth-error.ts";
import type { PresentedCredentials } from "../../oauth/presented-credentials.ts";
import { redactClientId } from "../../oauth/redact-client-id.ts";
import { ReplayError } from "../../oauth/replay-error.ts";
import { requesterKey } from "../oauth/limit-client.ts";
import { originOf } from "../request-parts.ts";
import type { LimitedAddress } from "./limited-address.ts";

/** Names the client of a request by its credentials, before they are verified. */
export type NameClient = (credentials: Pick<PresentedCredentials, "clientId" | "method">) => void;

/**
 * Runs a request of a client that has to authenticate. Throws TooManyRequestsError instead after too many failures: of
 * this client from this address, or of any from this address. Failures of a client alone do not count: strangers could
 * lock it out.
 */
export type GuardCallers = <T>(
  request: FastifyRequest,
  work: (nameClient: NameClient) => Promise<T>,
) => Promise<T>;

/** No client has a longer id. */
const LONGEST_CLIENT_ID = 128;

export function createGuardCallers(options: {
  readonly limiter: Pick<Limiter, "isOn" | "hasCounts" | "throwIfReached" | "count" | "take">;
  readonly limitedAddress: LimitedAddress;
}): GuardCallers {
  const { limiter, limitedAddress } = options;

  /** Undefined as well while no client fails: then no limit needs the address. */
  const findWatchedAddress = (request: FastifyRequest): string | undefined =>
    limiter.hasCounts("client_failures") || limiter.hasCounts("address_failures")
      ? limitedAddress(request)
      : undefined;

  /** Of many requests at once, those counted after the limit was used up get 429, and not their own error. */
  const countFailure = (request: FastifyRequest, clientId: string | undefined) => {
    const address = limitedAddress(request);
    if (address === undefined) return;
    const by = (actor: string): CountedBy => ({ actor, ...originOf(request) });
    if (clientId !== undefined)
      limiter.take(
        "client_failures",
        clientAtAddress(clientId, address),
        by(`client:${redactClientId(clientId)}`),
      );
    limiter.take("address_failures", address, by(`address:${address}`));
  };

  /** Counts only requests that proved the identity of the client: others can send its id as often as they like. */
  const countRequest = (request: FastifyRequest, clientId: string) => {
    if (!limiter.isOn("client_requests")) return;
    limiter.count("client_requests", requesterKey(clientId), {
      actor: `client:${clientId}`,
      ...originOf(request),
    });
  };

  return async (request, work) => {
    let client: string | undefined;
    let isConfidential = false;
    const address = findWatchedAddress(request);
    if (address !== undefined) limiter.throwIfReached("address_failures", address);
    try {
      const result = await work(({ clientId, method }) => {
        // A longer value is not a client id, and nothing is kept of it.
        if (clientId.length > LONGEST_CLIENT_ID) return;
        client = clientId;
        isConfidential = method !== "none";
        if (isConfidential) limiter.throwIfReached("client_requests", requesterKey(clientId));
        if (address !== undefined)
          limiter.throwIfReached("client_failures", clientAtAddress(clientId, address));
      });
      if (client !== undefined && isConfidential) countRequest(request, client);
      return result;
    } catch (error) {
      if (isFailure(error)) countFailure(request, client);
      throw error;
    }
  };
}

const clientAtAddress = (clientId: string, address: string): string => `${clientId}\0${address}`;

/**
 * True when the caller's own credentials were wrong. Codes, refresh tokens and access tokens that are expired, revoked or of
 * another client do not count: an honest server forwards the values that strangers send it, and they could lock it out.
 * A used one counts when a public client presents it: each has a row in the audit log, and the caller proved nothing.
 */
const isFailure = (error: unknown): boolean =>
  error instanceof GuessError ||
  (error instanceof ReplayError && error.isByPublicClient) ||
  (error instanceof OAuthError && error.code === "invalid_client");
