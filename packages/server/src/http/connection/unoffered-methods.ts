import { randomUUID } from "node:crypto";
import { type IncomingMessage, METHODS, type RequestListener, type ServerResponse } from "node:http";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { formatProblem, PROBLEM_TYPE, PROBLEMS, ProblemError } from "../problems.ts";
import type { SecurityHeaders } from "../security-headers.ts";

/** The methods that Fastify routes by itself. Every path has a route for each. */
const ROUTED: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
const isRouted = new Set<string | undefined>(ROUTED);
const isKnown = new Set<string | undefined>(METHODS);
/** No path offers it, so it is refused like every method that is not offered. */
const UNOFFERED_METHOD = "TRACE";

/** Every method that a path does not offer gets 405 with the offered ones (RFC 9110 §15.5.6). */
export function refuseOtherMethods(app: FastifyInstance, url: string, offered: readonly string[]): void {
  const allow = offered.join(", ");
  app.route({
    method: ROUTED.filter((method) => !offered.includes(method)),
    url,
    // Before the body is read: it does not matter what is in it.
    onRequest: async (_request, reply) => {
      reply.header("allow", allow);
      throw new ProblemError("method_not_allowed", `use ${allow}`);
    },
    handler: () => undefined,
  });
}

/**
 * Lets the router find a path for methods that it does not know, PROPFIND say. A route for each of the 35 methods at
 * each path would add 300 ms to every start. Metrics count them together, so that callers cannot add series.
 */
export function routeUnofferedMethods(handle: RequestListener, headers: SecurityHeaders): RequestListener {
  return (request, response) => {
    const { method } = request;
    if (isRouted.has(method)) return handle(request, response);
    // Node also reads requests of RTSP.
    if (!isKnown.has(method)) return answerNotImplemented(response, headers);
    sentMethods.set(request, method as string);
    request.method = UNOFFERED_METHOD;
    return handle(request, response);
  };
}

const sentMethods = new WeakMap<IncomingMessage, string>();

/** As the client wrote it. */
export const findSentMethod = (request: IncomingMessage): string | undefined =>
  sentMethods.get(request) ?? request.method;

/** Whether the target of a request is no path: `OPTIONS *`, `CONNECT example.org:443`. */
export const isWithoutPath = (request: IncomingMessage): boolean =>
  request.url === "*" ||
  (request.method === UNOFFERED_METHOD &&
    findSentMethod(request) === "CONNECT" &&
    !request.url?.startsWith("/"));

function answerNotImplemented(response: ServerResponse, headers: SecurityHeaders): void {
  const requestId = randomUUID();
  response.writeHead(PROBLEMS.not_implemented.status, {
    ...headers,
    "x-request-id": requestId,
    "content-type": PROBLEM_TYPE,
    connection: "close",
  });
  response.end(formatProblem("not_implemented", requestId));
}
