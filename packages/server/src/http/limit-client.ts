import type { FastifyRequest } from "fastify";
import type { Limiter } from "../limits/limiter.ts";
import { originOf } from "./request-parts.ts";

/** One more request of a client that has proved who it is. Throws TooManyRequestsError where an operator set a limit. */
export type LimitClient = (request: FastifyRequest, clientId: string) => void;

export const createLimitClient =
  (limiter: Pick<Limiter, "isOn" | "take">): LimitClient =>
  (request, clientId) => {
    if (!limiter.isOn("client_requests")) return;
    limiter.take("client_requests", clientId, { actor: `client:${clientId}`, ...originOf(request) });
  };
