import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from "fastify";
import { ProblemError } from "./problems.ts";

const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/** Registers a path with its handlers; every other method gets 405 and is told what is allowed (RFC 9110 §15.5.6). */
export function addEndpoint(
  app: FastifyInstance,
  url: string,
  handlers: Partial<Record<"GET" | "POST" | "OPTIONS", RouteHandlerMethod>>,
): void {
  const offered = Object.keys(handlers) as ("GET" | "POST" | "OPTIONS")[];
  for (const method of offered) app.route({ method, url, handler: handlers[method] as RouteHandlerMethod });
  const allow = offered.join(", ");
  app.route({
    method: METHODS.filter((method) => !offered.some((other) => other === method)),
    url,
    // Before the body is read: it does not matter what is in it.
    onRequest: async (_request, reply) => {
      reply.header("allow", allow);
      throw new ProblemError("method_not_allowed", `use ${allow}`);
    },
    handler: () => undefined,
  });
}
