import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, before } from "node:test";
import type { FastifyInstance } from "fastify";

export interface ServedRoute {
  /** As a client would write it: with something in the place of each parameter. */
  readonly path: string;
  readonly methods: readonly string[];
}

/**
 * Records every route of the servers that this file starts afterwards, so that a test of all routes covers later ones,
 * too. Fastify announces each new server before its first route.
 */
export function watchRoutes(): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ url, method }) => {
      routes.push({ path: withParameters(url), methods: [method].flat() });
    });
  };
  before(() => subscribe("fastify.initialization", watch));
  after(() => unsubscribe("fastify.initialization", watch));
  return routes;
}

/** `/roles/:name` becomes `/roles/x`; two colons are how the router writes one. */
const withParameters = (url: string): string => url.replaceAll(/(?<!:):(?!:)\w+/g, "x").replaceAll("::", ":");
