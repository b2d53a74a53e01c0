import { auth, requireAnyScope, requirePermission, requireScopes } from "@licet/sdk/server/fastify";
import Fastify from "fastify";
import { AUDIENCE, HOME, ISSUER, PORT } from "./addresses.mjs";
import { changeOrder, writeHomePage } from "./home-page.mjs";
import { checker } from "./licet.mjs";
import { beginLogin, beginLogout, finishLogin } from "./login.mjs";
import { ORDERS } from "./orders.mjs";

const app = Fastify();

// The pages.
app.get("/", async (request, reply) =>
  reply.type("text/html").send(await writeHomePage(request.headers.cookie, request.url)),
);
// The forms are empty: their addresses say everything.
app.addContentTypeParser("application/x-www-form-urlencoded", (_request, _body, done) => done(null));
app.post("/orders/:id", async (request, reply) =>
  reply.redirect(await changeOrder(request.params.id, request.headers.cookie), 303),
);
app.get("/login", async (_request, reply) => {
  const { address, cookie } = await beginLogin();
  return reply.header("set-cookie", cookie).redirect(address, 303);
});
app.get("/callback", async (request, reply) => {
  const cookies = await finishLogin(request.url, request.headers.cookie);
  if (cookies) reply.header("set-cookie", cookies);
  return reply.redirect("/", 303);
});

app.post("/logout", async (_request, reply) => {
  const { address, cookie } = await beginLogout();
  return reply.header("set-cookie", cookie).redirect(address, 303);
});

// The API: every route in here needs a valid access token.
app.register(async (api) => {
  api.addHook("onRequest", auth({ issuer: ISSUER, audience: AUDIENCE, checker }));
  api.get("/api/orders", { onRequest: requireScopes("orders:read") }, async (request) => ({
    caller: request.auth.subject,
    orders: ORDERS,
  }));
  // The token has to carry one of the scopes, and its subject needs the permission for this one order, now.
  const mayWrite = [
    requireAnyScope("orders:write", "orders:eu:write"),
    requirePermission("orders:write", (request) => ({ resource: `orders/${request.params.id}` })),
  ];
  api.put("/api/orders/:id", { onRequest: mayWrite }, async (request) => ({ changed: request.params.id }));
});

await app.listen({ port: PORT, host: "127.0.0.1" });
console.log(`The shop is at ${HOME}`);
