import type { FastifyRequest } from "fastify";
import type { Limiter } from "../../limits/limiter.ts";
import type { Caller } from "../../oauth/tokens/verify-bearer.ts";
import { originOf } from "../request-parts.ts";

/** One more request of a caller with a good token. Throws TooManyRequestsError where an operator set a limit. */
export type LimitClient = (request: FastifyRequest, caller: Pick<Caller, "client" | "token">) => void;

/** A client that acts for a user has that user's requests: one user must not use up what the others need. */
export const requesterKey = (clientId: string, subject: string = clientId): string =>
  `${clientId}\0${subject}`;

export const createLimitClient =
  (limiter: Pick<Limiter, "isOn" | "take">): LimitClient =>
  (request, { client, token }) => {
    if (!limiter.isOn("client_requests")) return;
    const by = { actor: `client:${client.id}`, ...originOf(request) };
    limiter.take("client_requests", requesterKey(client.id, token.sub), by);
  };
