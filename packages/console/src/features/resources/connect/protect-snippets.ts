import type { Snippet } from "../../../ui/display/snippet.ts";
import { protectFastapi } from "./protect-fastapi.ts";
import { protectGo } from "./protect-go.ts";
import { isVerifiedBySpring, protectSpring } from "./protect-spring.ts";
import type { ResourceServer } from "./resource-server.ts";

/** A protected API: with the SDK one line for all routes and one for each, in other languages a whole program. */
export const protectSnippets = (server: ResourceServer): readonly Snippet[] => [
  { language: "Express", code: byExpress(server) },
  { language: "Fastify", code: byFastify(server) },
  { language: "Hono", code: byHono(server) },
  { language: "Next", code: byNext(server) },
  { language: "FastAPI", code: protectFastapi(server) },
  ...(isVerifiedBySpring(server) ? [{ language: "Spring Boot", code: protectSpring(server) }] : []),
  { language: "Go", code: protectGo(server) },
];

const options = ({ issuer, audience }: ResourceServer): string =>
  `{ issuer: "${issuer}", audience: "${audience}" }`;

const byExpress = (
  server: ResourceServer,
): string => `// Save as api.mjs, then: npm install @licet/sdk express && node api.mjs
import { auth, requireScopes } from "@licet/sdk/server/express";
import express from "express";

const app = express();
app.use(auth(${options(server)}));

app.get("/", requireScopes("${server.permission}"), (request, response) => {
  response.json({ caller: request.auth.subject });
});

app.listen(Number(process.env.PORT ?? 3000));`;

const byFastify = (
  server: ResourceServer,
): string => `// Save as api.mjs, then: npm install @licet/sdk fastify && node api.mjs
import { auth, requireScopes } from "@licet/sdk/server/fastify";
import Fastify from "fastify";

const app = Fastify();
app.addHook("onRequest", auth(${options(server)}));

app.get("/", { onRequest: requireScopes("${server.permission}") }, async (request) => ({
  caller: request.auth.subject,
}));

await app.listen({ port: Number(process.env.PORT ?? 3000) });`;

const byHono = (
  server: ResourceServer,
): string => `// Save as api.mjs, then: npm install @licet/sdk hono @hono/node-server && node api.mjs
import { serve } from "@hono/node-server";
import { auth, requireScopes } from "@licet/sdk/server/hono";
import { Hono } from "hono";

const app = new Hono();
app.use(auth(${options(server)}));

app.get("/", requireScopes("${server.permission}"), (c) => c.json({ caller: c.get("auth").subject }));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });`;

const byNext = (server: ResourceServer): string => `// npm install @licet/sdk; this is a route.js
import { auth, requireScopes } from "@licet/sdk/server/next";

const protect = auth(${options(server)});

export const GET = protect(requireScopes("${server.permission}"), async (request, { auth }) =>
  Response.json({ caller: auth.subject }),
);`;
