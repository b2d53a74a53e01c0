import type { FastifyRequest } from "fastify";
import type { Origin } from "../oauth/token-request.ts";

/** The form as text; a request without a body is an empty form. */
export const formOf = (request: FastifyRequest): string =>
  typeof request.body === "string" ? request.body : "";

/** `request.ip` is the socket's address unless a trusted proxy vouches for another. */
export const originOf = (request: FastifyRequest): Origin => ({ ip: request.ip, requestId: request.id });
