import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import { refuseOtherMethods } from "./connection/unoffered-methods.ts";

/** Registers a path with its handlers; every other method gets 405 with the allowed ones. */
export function addEndpoint(
  app: FastifyInstance,
  url: string,
  handlers: Partial<Record<"GET" | "POST" | "OPTIONS", RouteHandlerMethod>>,
): void {
  const offered = Object.keys(handlers) as ("GET" | "POST" | "OPTIONS")[];
  for (const method of offered) app.route({ method, url, handler: handlers[method] as RouteHandlerMethod });
  refuseOtherMethods(app, url, offered);
}
