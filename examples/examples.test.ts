// @engine sqlite: examples know endpoints only, and these are the same on both engines.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { createTokenClient } from "@licet/sdk/client";
import { freePort } from "../packages/server/src/cli/testing/free-port.ts";
import { consent, createBrowser, followRedirects, isConsentPage, signIn } from "../tests/support/sign-in.ts";
import { type RunningLicet, startLicet } from "../tests/support/start-licet.ts";
import { untilKnown } from "../tests/support/until-known.ts";
import { type RunningExample, runExample, startExample } from "./testing/start-example.ts";

const DEMO = readFileSync(new URL("demo.yaml", import.meta.url), "utf8");
const started = new AsyncDisposableStack();
let licet: RunningLicet;
let express: RunningExample;
let fastify: RunningExample;
let webPort = 0;

before(async () => {
  webPort = await freePort();
  licet = await startLicet({
    state: DEMO.replaceAll("http://127.0.0.1:4000", `http://127.0.0.1:${webPort}`),
  });
  started.defer(() => licet.stop());
  const start = async (name: string, env = {}) =>
    started.use(await startExample(name, { ISSUER: licet.url, PORT: "0", ...env }));
  [express, fastify] = await Promise.all([start("express-api"), start("fastify-api")]);
});
after(() => started.disposeAsync());

for (const [name, findApi] of [
  ["Express", () => express],
  ["Fastify", () => fastify],
] as const)
  describe(`the API on ${name}`, () => {
    const caller = `caller-of-${name.toLowerCase()}`;
    const clientSecret = "a secret of the tests of examples, and of nothing else";
    before(() =>
      licet.apply(`
applications: [{ client_id: ${caller}, client_secret: "${clientSecret}", name: A caller, type: service }]
assignments:
  - { principal: application:${caller}, permission: orders:read }
  - { principal: application:${caller}, permission: orders:refund }
  - { principal: application:${caller}, permission: stock:read }`),
    );
    const send = async (method: string, path: string, scope?: string) => {
      const headers = scope === undefined ? {} : { authorization: `Bearer ${await tokenFor(scope)}` };
      return fetch(findApi().url + path, { method, headers });
    };
    const tokenFor = async (scope: string) => {
      const tokens = createTokenClient({ issuer: licet.url, clientId: caller, clientSecret });
      return (await tokens.token({ scope })).accessToken;
    };

    test("asks for a token, with the address of its description", async () => {
      const response = await send("GET", "/orders");
      assert.equal(response.status, 401);
      assert.equal(
        response.headers.get("www-authenticate"),
        'Bearer resource_metadata="https://orders.example.test/.well-known/oauth-protected-resource"',
      );
      const described = await send("GET", "/.well-known/oauth-protected-resource");
      const { authorization_servers } = (await described.json()) as Record<string, unknown>;
      assert.deepEqual(authorization_servers, [licet.url]);
    });

    test("refuses a token for another API, and one without the scope", async () => {
      assert.equal((await send("GET", "/orders", "stock:read")).status, 401);
      const refused = await send("GET", "/orders", "orders:refund");
      assert.equal(refused.status, 403);
      assert.match(refused.headers.get("www-authenticate") ?? "", /scope="orders:read"/);
      const orders = await send("GET", "/orders", "orders:read");
      assert.equal(orders.status, 200);
      assert.equal(((await orders.json()) as readonly object[]).length, 2);
    });

    test("lets a caller change the orders that it may change now, and no others", async () => {
      assert.equal((await send("PUT", "/orders/42", "orders:read")).status, 403);
      await licet.apply(
        `assignments: [{ principal: application:${caller}, permission: orders:write, at: orders/eu }]`,
      );
      const changed = await send("PUT", "/orders/42", "orders:read");
      assert.deepEqual(
        [changed.status, ((await changed.json()) as { changed: string }).changed],
        [200, "42"],
      );
      assert.equal((await send("PUT", "/orders/77", "orders:read")).status, 403);
    });
  });

test("the service with local checks says for each order whether its caller may change it, as of now", async () => {
  await using service = await startExample("local-checks", { ISSUER: licet.url, PORT: "0" });
  const clientSecret = "a secret of the tests of examples, and of nothing else";
  await licet.apply(`
applications: [{ client_id: helper, client_secret: "${clientSecret}", name: A helper, type: service }]
assignments: [{ principal: application:helper, role: viewer }]`);
  const tokens = createTokenClient({
    issuer: licet.url,
    clientId: "helper",
    clientSecret,
    scope: "orders:read",
    origins: [service.url],
  });
  const readOrders = async () => {
    const orders = (await (await tokens.fetch(service.url)).json()) as { id: string; mayChange: boolean }[];
    return orders.map(({ id, mayChange }) => [id, mayChange]);
  };
  assert.equal((await fetch(service.url)).status, 401);
  assert.deepEqual(await readOrders(), [
    ["42", false],
    ["77", false],
  ]);
  await licet.apply("assignments: [{ principal: application:helper, role: clerk, at: orders/eu }]");
  await untilKnown(async () => (await readOrders())[0]?.[1] === true);
  assert.deepEqual(await readOrders(), [
    ["42", true],
    ["77", false],
  ]);
});

test("the machine caller says what was granted and rejected, and what the API answers", async () => {
  const printed = await runExample("machine-caller", { ISSUER: licet.url, API: express.url });
  assert.match(printed, /^Rejected: orders:write$/m);
  assert.match(printed, /^Granted: orders:read, until 20/m);
  assert.match(printed, /^GET \/orders: 200 \[\{"id":"42"/m);
  assert.match(printed, /^PUT \/orders\/42: 403 /m);
});

test("in the web application a user signs in, sees what was not granted and the orders, and signs out", async () => {
  await using web = await startExample("web-login", {
    ISSUER: licet.url,
    API: express.url,
    PORT: String(webPort),
  });
  const application = createBrowser(web.url);
  const login = await application.get("/login");
  const atLicet = createBrowser(licet.url);
  const { pathname, search } = new URL(login.location ?? "");
  let page = await followRedirects(atLicet, await atLicet.get(pathname + search));
  page = await signIn(atLicet, page, { username: "alice", password: "alice-demo-password" });
  if (isConsentPage(page)) page = await consent(atLicet, page);
  const callback = new URL(page.location ?? "");
  assert.equal(callback.origin, web.url);
  assert.equal((await application.get(callback.pathname + callback.search)).status, 303);

  const home = await application.get("/");
  assert.match(home.text, /Hello, Alice/);
  assert.match(home.text, /Not granted: stock:read/);
  assert.match((await application.get("/orders")).text, /^\[\{"id":"42"/);

  assert.match((await application.post("/logout", [])).text, /name="id_token_hint" value="ey/);
  assert.equal((await application.get("/orders")).location, "/login");
});

test("an answer that belongs to another browser's sign-in is not accepted", async () => {
  await using web = await startExample("web-login", { ISSUER: licet.url, PORT: String(webPort) });
  assert.equal((await createBrowser(web.url).get("/callback?code=stolen&state=foreign")).location, "/");
});
