/** The quick start for React that the console and the site show, bundled as it is shown and used in a browser. */

import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { auth, requireScopes } from "@licet/sdk/server/node";
import { rolldown } from "rolldown";
import { endpointsOf } from "../../packages/console/src/features/applications/overview/endpoints.ts";
import type { Example } from "../../packages/console/src/features/applications/overview/quick-start/example.ts";
import { signInBrowser } from "../../packages/console/src/features/applications/overview/quick-start/sign-in-browser.ts";
import { root } from "../../scripts/testing/root.ts";
import { ALICE, BOB } from "../support/storefront.ts";
import { useChromium } from "./support/chromium.ts";
import { allow, signIn } from "./support/user-at-page.ts";
import { createShop, useWorld } from "./support/world.ts";

const SHOP = createShop("quick-start-react", "spa");
const chromium = useChromium();
const world = useWorld(SHOP, async ({ licet, application }) => {
  const example: Example = {
    clientId: SHOP.client_id,
    endpoints: endpointsOf(licet.url),
    scope: "openid profile orders:read",
    redirectUri: `${application.url}/callback`,
    postLogoutRedirectUri: `${application.url}/`,
    secretVariable: undefined,
    inHeader: false,
    idTokenAlgorithm: "RS256",
  };
  const shown = signInBrowser(example).find(({ language }) => language === "React");
  application.serve(createPages(licet.url, await bundle(shown?.code ?? assert.fail("no snippet for React"))));
});

test("the quick start for React signs a user in, calls an API with the token, and signs out", async () => {
  const { licet, application } = world;
  const context = await chromium.open();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
  page.on("pageerror", (error) => void errors.push(error.message));

  await page.goto(`${application.url}/`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await signIn(page, ALICE);
  await allow(page);
  await page.getByText("Hello, Alice. You allowed: openid profile orders:read").waitFor();
  // The code is not left in the address.
  await page.waitForURL(`${application.url}/callback`);

  await page.getByRole("button", { name: "Call the API" }).click();
  await page.getByText(/^200 \{"caller":"usr_\w+"\}$/).waitFor();

  await page.route("**/api", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.getByRole("button", { name: "Call the API" }).click();
  await page.getByText(/^200 but no JSON, .* vite\.config\.js$/).waitFor();

  await page.reload();
  await page.getByText("Hello, Alice.").waitFor();

  await page.getByRole("button", { name: "Sign out" }).click();
  // The page shows the button already while the browser goes to Licet and back.
  await page.waitForURL(`${application.url}/`);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await page.goto(`${licet.url}/account`);
  assert.match(await page.title(), /^Sign in/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the quick start for React says that the user refused, and offers to sign in again", async () => {
  const { application } = world;
  const context = await chromium.open();
  const page = await context.newPage();
  await page.goto(`${application.url}/`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await signIn(page, BOB);
  await page.click("#consent-deny");
  await page.locator("output").filter({ hasText: /./ }).waitFor();
  assert.match(await page.innerText("output"), /did not agree/);
  assert.equal(page.url(), `${application.url}/callback`);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await context.close();
});

/** The program as one file, with React and oidc-client-ts from this repository. */
async function bundle(code: string): Promise<string> {
  const main = join(root, "main.jsx");
  const build = await rolldown({
    input: main,
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    plugins: [
      {
        name: "quick-start",
        resolveId: (id) => (id === main ? id : undefined),
        load: (id) => (id === main ? code : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output[0].code;
}

/** The page that Vite's template has, and the API at /api. */
function createPages(issuer: string, script: string): RequestListener {
  const protect = auth({ issuer, audience: "https://orders.example.test" });
  const api = protect(requireScopes("orders:read"), (request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ caller: request.auth.subject }));
  });
  const page = `<!doctype html><title>My app</title><link rel="icon" href="data:,">
<div id="root"></div><script type="module" src="/main.js"></script>`;
  return (request, response) => {
    if (request.url === "/api") void api(request, response);
    else if (request.url === "/main.js") response.setHeader("content-type", "text/javascript").end(script);
    else response.setHeader("content-type", "text/html").end(page);
  };
}
