import { auth, requireAnyScope, requirePermission, requireScopes } from "@licet/sdk/server/express";
import express from "express";
import { AUDIENCE, HOME, ISSUER, PORT } from "./addresses.mjs";
import { changeOrder, writeHomePage } from "./home-page.mjs";
import { checker } from "./licet.mjs";
import { beginLogin, beginLogout, finishLogin } from "./login.mjs";
import { ORDERS } from "./orders.mjs";

const app = express();

// The pages.
app.get("/", async (request, response) => {
  response.type("html").send(await writeHomePage(request.headers.cookie, request.originalUrl));
});
app.post("/orders/:id", async (request, response) => {
  response.redirect(303, await changeOrder(request.params.id, request.headers.cookie));
});
app.get("/login", async (_request, response) => {
  const { address, cookie } = await beginLogin();
  response.setHeader("set-cookie", cookie).redirect(303, address);
});
app.get("/callback", async (request, response) => {
  const cookies = await finishLogin(request.originalUrl, request.headers.cookie);
  if (cookies) response.setHeader("set-cookie", cookies);
  response.redirect(303, "/");
});

app.post("/logout", async (_request, response) => {
  const { address, cookie } = await beginLogout();
  response.setHeader("set-cookie", cookie).redirect(303, address);
});

// The API: every route below needs a valid access token.
app.use("/api", auth({ issuer: ISSUER, audience: AUDIENCE, checker }));
app.get("/api/orders", requireScopes("orders:read"), (request, response) => {
  response.json({ caller: request.auth.subject, orders: ORDERS });
});
// The token has to carry one of the scopes, and its subject needs the permission for this one order, now.
app.put(
  "/api/orders/:id",
  requireAnyScope("orders:write", "orders:eu:write"),
  requirePermission("orders:write", (request) => ({ resource: `orders/${request.params.id}` })),
  (request, response) => {
    response.json({ changed: request.params.id });
  },
);

app.listen(PORT, "127.0.0.1", () => console.log(`The shop is at ${HOME}`));
