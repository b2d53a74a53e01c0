import type { FastifyRequest } from "fastify";
import type { Limiter } from "../../limits/limiter.ts";
import type { Caller } from "../../oauth/tokens/verify-bearer.ts";
import { originOf } from "../request-parts.ts";

/** Counts a request of a caller with a valid token. Throws TooManyRequestsError above the limit that an operator set. */
export type LimitClient = (request: FastifyRequest, caller: Pick<Caller, "client" | "token">) => void;

/** Requests of a client for a user count for that user alone: one user must not use up the limit of the others. */
export const requesterKey = (clientId: string, subject: string = clientId): string =>
  `${clientId}\0${subject}`;

export const createLimitClient =
  (limiter: Pick<Limiter, "isOn" | "take">): LimitClient =>
  (request, { client, token }) => {
    if (!limiter.isOn("client_requests")) return;
    const by = { actor: `client:${client.id}`, ...originOf(request) };
    limiter.take("client_requests", requesterKey(client.id, token.sub), by);
  };
