import { serve } from "@hono/node-server";
import { auth, requireAnyScope, requirePermission, requireScopes } from "@licet/sdk/server/hono";
import { Hono } from "hono";
import { AUDIENCE, HOME, ISSUER, PORT } from "./addresses.mjs";
import { changeOrder, writeHomePage } from "./home-page.mjs";
import { checker } from "./licet.mjs";
import { beginLogin, beginLogout, finishLogin } from "./login.mjs";
import { ORDERS } from "./orders.mjs";

const app = new Hono();

// The pages.
app.get("/", async (c) => c.html(await writeHomePage(c.req.header("cookie"), c.req.url)));
app.post("/orders/:id", async (c) =>
  c.redirect(await changeOrder(c.req.param("id"), c.req.header("cookie")), 303),
);
app.get("/login", async (c) => {
  const { address, cookie } = await beginLogin();
  c.header("set-cookie", cookie);
  return c.redirect(address, 303);
});
app.get("/callback", async (c) => {
  const { pathname, search } = new URL(c.req.url);
  const cookies = await finishLogin(pathname + search, c.req.header("cookie"));
  for (const cookie of cookies ?? []) c.header("set-cookie", cookie, { append: true });
  return c.redirect("/", 303);
});

app.post("/logout", async (c) => {
  const { address, cookie } = await beginLogout();
  c.header("set-cookie", cookie);
  return c.redirect(address, 303);
});

// The API: every route below needs a valid access token.
app.use("/api/*", auth({ issuer: ISSUER, audience: AUDIENCE, checker }));
app.get("/api/orders", requireScopes("orders:read"), (c) =>
  c.json({ caller: c.get("auth").subject, orders: ORDERS }),
);
// The token has to carry one of the scopes, and its subject needs the permission for this one order, now.
app.put(
  "/api/orders/:id",
  requireAnyScope("orders:write", "orders:eu:write"),
  requirePermission("orders:write", (c) => ({ resource: `orders/${c.req.param("id")}` })),
  (c) => c.json({ changed: c.req.param("id") }),
);

serve({ fetch: app.fetch, port: PORT, hostname: "127.0.0.1" }, () => console.log(`The shop is at ${HOME}`));
