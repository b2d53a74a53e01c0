// @engine sqlite: the shop knows endpoints only, and these are the same on both engines.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { freePort } from "../../packages/server/src/cli/testing/free-port.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";
import { useChromium } from "./support/chromium.ts";
import { allow, signIn } from "./support/user-at-page.ts";

const ROOT = new URL("../../", import.meta.url);
const DEMO = readFileSync(new URL("examples/demo.yaml", ROOT), "utf8");
const ALICE = { username: "alice", password: "alice-demo-password" };

const chromium = useChromium();
let licet: RunningLicet;
let shop: ChildProcess;
let url: string;

before(async () => {
  url = `http://127.0.0.1:${await freePort()}`;
  licet = await startLicet({ state: DEMO.replaceAll("http://127.0.0.1:4000", url) });
  shop = spawn(process.execPath, [fileURLToPath(new URL("examples/shop/main.ts", ROOT))], {
    env: {
      ISSUER: licet.url,
      CLIENT_ID: "shop",
      CLIENT_SECRET: "demo-shop-secret-not-for-production",
      PORT: new URL(url).port,
      SCOPE: "openid profile orders:read orders:write stock:read",
      EXPLAIN_API: `${licet.url}/api/v1`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(shop.stdout ?? assert.fail("no output"), "data");
});
after(async () => {
  const ended = once(shop, "exit");
  shop.kill();
  await ended;
  await licet.stop();
});

test("in the example shop, without JavaScript, a user signs in, sees why a scope was refused, and signs out", async () => {
  const context = await chromium.open({ javaScriptEnabled: false, locale: "en-GB" });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.goto(url);
  await page.click("#demo-start");
  await signIn(page, ALICE);
  await page.uncheck('input[value="orders:write"]');
  await allow(page);
  await page.waitForURL(`${url}/result`);
  assert.deepEqual(await page.locator(".chip.granted").allTextContents(), [
    "openid",
    "profile",
    "orders:read",
  ]);
  const [declined = "", notAllowed = ""] = await page.locator(".chip.refused").allTextContents();
  assert.match(declined, /^orders:write\s*you left it out$/);
  assert.match(notAllowed, /^stock:read\s*the shop may not ask for it$/);

  await page.click("#demo-sign-out");
  await page.waitForURL(`${url}/`);
  await page.waitForSelector("#demo-start");
  assert.ok(asked.includes(`${licet.url}/oidc/logout`));
  assert.deepEqual(
    asked.filter((address) => address.includes("id_token")),
    [],
    "the ID token is in no address",
  );
  assert.equal((await page.goto(`${url}/result`))?.url(), `${url}/`);
  await page.click("#demo-start");
  await page.waitForSelector("#login-submit");
  await context.close();
});

test("the example shop names a missing setting when it starts, and exits with 1", async () => {
  const main = fileURLToPath(new URL("examples/shop/main.ts", ROOT));
  const child = spawn(process.execPath, [main], {
    env: { ISSUER: licet.url },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = await new Response(child.stderr as unknown as ReadableStream).text();
  assert.match(said, /^shop: set CLIENT_ID; see README\.md$/m);
  assert.equal(child.exitCode ?? (await once(child, "exit"))[0], 1);
});
