import { subscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

export interface ServedRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/**
 * Hears of every route of a server that is started afterwards, so that what is tested for all of them is tested for
 * those too that are added tomorrow. Fastify announces each new server before its first route.
 */
export function watchRoutes(): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  subscribe("fastify.initialization", (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ url, method }) => {
      routes.push({ path: url, methods: [method].flat() });
    });
  });
  return routes;
}
