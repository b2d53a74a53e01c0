/** The same API behind each adapter, over real HTTP. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import * as byExpress from "../express.ts";
import * as byFastify from "../fastify.ts";
import type { AuthOptions } from "../guard.ts";
import * as byHono from "../hono.ts";
import * as byNext from "../next.ts";
import * as byNode from "../node.ts";

export interface RunningApi {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * `/me` needs a token, `/both` two scopes, `/any` one of two, `/orders/ID` a permission. Each answers with the subject.
 */
export const APIS: Readonly<Record<string, (options: AuthOptions) => Promise<RunningApi>>> = {
  express(options) {
    const { auth, requireScopes, requireAnyScope, requirePermission } = byExpress;
    const app = express();
    app.use(auth(options));
    const answer: express.RequestHandler = (request, response) => {
      response.json({ subject: request.auth?.subject });
    };
    app.all("/me", answer);
    app.get("/both", requireScopes("orders:read", "orders:write"), answer);
    app.get("/any", requireAnyScope("orders:write", "orders:admin"), answer);
    app.get(
      "/orders/:id",
      requirePermission("orders:write", (request) => ({ resource: `orders/${request.params.id}` })),
      answer,
    );
    return listen(createServer(app));
  },

  async fastify(options) {
    const { auth, requireScopes, requireAnyScope, requirePermission } = byFastify;
    const app = fastify();
    app.addHook("onRequest", auth(options));
    const answer = async (request: { readonly auth?: { readonly subject: string } }) => ({
      subject: request.auth?.subject,
    });
    app.all("/me", answer);
    app.get("/both", { onRequest: requireScopes("orders:read", "orders:write") }, answer);
    app.get("/any", { onRequest: requireAnyScope("orders:write", "orders:admin") }, answer);
    const mayWrite = requirePermission("orders:write", (request) => ({
      resource: `orders/${request.params.id}`,
    }));
    app.get("/orders/:id", { preHandler: mayWrite }, answer);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    return { url, stop: () => app.close() };
  },

  hono(options) {
    const { auth, requireScopes, requireAnyScope, requirePermission } = byHono;
    const app = new Hono();
    app.use(auth(options));
    app.all("/me", (c) => c.json({ subject: c.get("auth").subject }));
    app.get("/both", requireScopes("orders:read", "orders:write"), (c) =>
      c.json({ subject: c.get("auth").subject }),
    );
    app.get("/any", requireAnyScope("orders:write", "orders:admin"), (c) =>
      c.json({ subject: c.get("auth").subject }),
    );
    app.get(
      "/orders/:id",
      requirePermission("orders:write", (c) => ({ resource: `orders/${c.req.param("id")}` })),
      (c) => c.json({ subject: c.get("auth").subject }),
    );
    return listen(createServer(serveWeb(async (request) => app.fetch(request))));
  },

  next(options) {
    const { auth, requireScopes, requireAnyScope, requirePermission } = byNext;
    const protect = auth(options);
    const answer: byNext.Handler<Request, object> = (_request, { auth: { subject } }) =>
      Response.json({ subject });
    const routes: Readonly<Record<string, byNext.RouteHandler<Request, object>>> = {
      "/me": protect(answer),
      "/both": protect(requireScopes("orders:read", "orders:write"), answer),
      "/any": protect(requireAnyScope("orders:write", "orders:admin"), answer),
      "/orders": protect(
        requirePermission("orders:write", ({ url }) => ({ resource: new URL(url).pathname.slice(1) })),
        answer,
      ),
      "/.well-known": async (request) => byNext.resourceMetadata(options)(request),
    };
    return listen(
      createServer(
        serveWeb(async (request) => {
          const first = /^\/[^/]*/.exec(new URL(request.url).pathname)?.[0] ?? "/";
          return routes[first]?.(request, {}) ?? new Response(null, { status: 404 });
        }),
      ),
    );
  },

  node(options) {
    const { auth, requireScopes, requireAnyScope, requirePermission } = byNode;
    const protect = auth(options);
    const answer: byNode.Listener = (request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ subject: request.auth.subject }));
    };
    const me = protect(answer);
    const routes: Readonly<Record<string, byNode.NodeListener>> = {
      "/both": protect(requireScopes("orders:read", "orders:write"), answer),
      "/any": protect(requireAnyScope("orders:write", "orders:admin"), answer),
      "/orders": protect(
        requirePermission("orders:write", ({ url = "" }) => ({ resource: url.slice(1) })),
        answer,
      ),
    };
    return listen(
      createServer((request, response) => {
        const first = /^\/[^/?]*/.exec(request.url ?? "/")?.[0] ?? "/";
        void (routes[first] ?? me)(request, response);
      }),
    );
  },
};

async function listen(server: Server): Promise<RunningApi> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Hands requests of Node to a handler of the Web, headers one by one, as adapters of the frameworks do. */
const serveWeb =
  (handle: (request: Request) => Promise<Response>): RequestListener =>
  async (message, reply) => {
    const response = await handle(toWeb(message));
    reply.writeHead(response.status, Object.fromEntries(response.headers));
    reply.end(Buffer.from(await response.arrayBuffer()));
  };

function toWeb({ method = "GET", url = "/", rawHeaders }: IncomingMessage): Request {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  return new Request(`http://api.test${url}`, { method, headers });
}
