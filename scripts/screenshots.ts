/** `npm run screenshots`: renews the pictures of docs/images from a Licet with the demo's users. */

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type PageScreenshotOptions,
} from "playwright-core";
import type { CounterIncrement } from "../packages/server/src/audit/events.ts";
import { seeView, signInAsAdministrator } from "../tests/browser/console/support/administrator.ts";
import { allow, signIn } from "../tests/browser/support/user-at-page.ts";
import { postForm, type RunningLicet, startLicet } from "../tests/support/start-licet.ts";
import { ensureConsoleBuilt } from "./console/ensure-console-built.ts";
import { getChromium } from "./testing/find-chromium.ts";
import { root } from "./testing/root.ts";

const ALICE = { username: "alice", password: "alice-demo-password" };
/** Reserved example names (RFC 2606) replace the local port. */
const SHOP_HOST = "shop.example.com";
const SHOP_URL = `https://${SHOP_HOST}`;
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
/** The counts of one hour at midday. */
const PER_HOUR: readonly (readonly [name: string, label: string, count: number])[] = [
  ["tokens_issued", "client_credentials", 420],
  ["tokens_issued", "refresh_token", 160],
  ["tokens_issued", "authorization_code", 60],
  ["scopes_refused", "not_granted", 24],
  ["scopes_refused", "user_declined", 9],
  ["scopes_refused", "condition_failed", 6],
  ["scopes_refused", "key_ceiling", 3],
  ["checks", "allowed", 900],
  ["checks", "denied", 130],
  ["sign_ins", "signed_in", 40],
  ["sign_ins", "wrong_password", 5],
  ["token_errors", "invalid_client", 6],
  ["token_errors", "invalid_grant", 3],
];
const SCHEMES = ["light", "dark"] as const;

await ensureConsoleBuilt();
const licet = await startLicet({
  consoleDirectory: join(root, "packages/console/dist"),
  state: readFileSync(join(root, "examples/demo.yaml"), "utf8").replaceAll(
    "http://127.0.0.1:4455/demo",
    SHOP_URL,
  ),
});
// No server answers for the shop. The rule makes its name unknown, so no network can answer instead.
const args = ["--no-sandbox", `--host-resolver-rules=MAP ${SHOP_HOST} ~NOTFOUND`];
const browser = await chromium.launch({ executablePath: getChromium(), args });
try {
  await takePictures(browser, licet.url);
  await takeConsolePictures(browser, licet);
} finally {
  await browser.close();
  await licet.stop();
}

async function takePictures(browser: Browser, url: string): Promise<void> {
  const request = (more: Readonly<Record<string, string>> = {}) =>
    `${url}/oidc/auth?${new URLSearchParams({
      client_id: "shop",
      response_type: "code",
      redirect_uri: `${SHOP_URL}/callback`,
      scope: "openid email offline_access orders:read orders:write",
      ...more,
    })}`;
  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const viewport = { width: 560, height: 640 };
    const context = await browser.newContext({
      viewport,
      locale: "en-GB",
      reducedMotion: "reduce",
      // The pictures are sharp on a high-resolution screen, and below 200 kB each.
      deviceScaleFactor: 1.5,
      ...options,
    });
    return context.newPage();
  };

  const chinese = await open({ locale: "zh-CN", userAgent: PHONE });
  await chinese.goto(request());
  await signIn(chinese, ALICE);
  await chinese.waitForSelector("#consent-allow");
  await picture(chinese, "consent-chinese");
  await chinese.context().close();

  const page = await open();
  await page.goto(request());
  await page.fill("#username", ALICE.username);
  await page.focus("#password");
  await inBothSchemes(page, "login");
  await signIn(page, ALICE);
  await page.waitForSelector("#consent-allow");
  await inBothSchemes(page, "consent");
  await page.uncheck('input[value="orders:write"]');
  // Licet stores the consent before it redirects. `page.route` cannot answer the target of a redirect.
  await Promise.all([
    page.waitForEvent("requestfailed", (request) => request.url().startsWith(`${SHOP_URL}/callback?`)),
    allow(page),
  ]);
  // Chromium then shows a page of its own. A navigation that begins earlier would be interrupted by it.
  await page.waitForURL("chrome-error://**", { waitUntil: "commit" });
  await page.goto(request({ redirect_uri: "https://shop.example.net/callback" }));
  await inBothSchemes(page, "error");
  await page.goto(`${url}/account`);
  // The picture ends after the consents; the rest is an ordinary form.
  await page.setViewportSize({ width: 860, height: 640 });
  const consents = await page.locator("section[aria-labelledby=consents]").boundingBox();
  const height = Math.round((consents?.y ?? 0) + (consents?.height ?? 0) + 24);
  await page.setViewportSize({ width: 860, height });
  await inBothSchemes(page, "account", { fullPage: false });
}

async function takeConsolePictures(browser: Browser, { url, services }: RunningLicet): Promise<void> {
  await services.storage.audit.append([], createDayOfCounts(Math.floor(Date.now() / 60_000)));
  await requestSampleTokens(url);
  const { id: alice } = await addSecretAndFindUser(url, ALICE.username);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const show = async (name: string, path: string) => {
    await page.goto(`${url}/console${path}`);
    await seeView(page);
    // The names of users load after the view that has their ids.
    await page.waitForLoadState("networkidle");
    await picture(page, `console-${name}`, { fullPage: false });
  };
  const check = "/check?subject=user:bob&permission=orders:refund&resource=orders/42";
  await page.goto(`${url}/console/`);
  await signInAsAdministrator(page);
  await show("home", "/");
  await show("credentials", "/applications/reports/credentials");
  await show(
    "playground",
    `/playground?client=shop&user=${alice}&scope=openid%20orders:read%20orders:refund%20stock:count`,
  );
  await show("check", check);
  await page.emulateMedia({ colorScheme: "dark" });
  await show("check-dark", check);
}

/** The counters of a shop with little traffic at night, up to this minute. */
function createDayOfCounts(nowMinute: number): readonly CounterIncrement[] {
  const minutes = Array.from({ length: 24 }, (_, hoursAgo) => nowMinute - hoursAgo * 60);
  return minutes.flatMap((minute, index) => {
    const hour = new Date(minute * 60_000).getUTCHours();
    const share = 0.25 + 0.75 * Math.sin((Math.PI * hour) / 24) ** 2 + (index % 3) / 20;
    return PER_HOUR.map(([name, label, count]) => ({
      name,
      label,
      minute,
      count: Math.round(count * share),
    }));
  });
}

/** Adds a second secret for a pending rotation, and returns the user id for the simulators. */
async function addSecretAndFindUser(url: string, username: string): Promise<{ readonly id: string }> {
  const { body } = await postForm(`${url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "admin",
    client_secret: "demo-admin-secret-not-for-production",
    scope: "licet:*",
  });
  const headers = { authorization: `Bearer ${body.access_token}`, "content-type": "application/json" };
  await fetch(`${url}/api/v1/applications/reports/secrets`, { method: "POST", headers, body: "{}" });
  const user = await fetch(`${url}/api/v1/users/${username}`, { headers });
  return (await user.json()) as { readonly id: string };
}

/** Requests tokens: fully granted, partly granted, and refused. */
async function requestSampleTokens(url: string): Promise<void> {
  const secret = "demo-reports-secret-not-for-production";
  for (let round = 0; round < 40; round += 1)
    await postForm(`${url}/oidc/token`, {
      grant_type: "client_credentials",
      client_id: "reports",
      client_secret: round % 10 === 9 ? "an old one" : secret,
      scope: round % 4 === 3 ? "orders:read orders:refund" : "orders:read stock:read",
    });
}

async function inBothSchemes(page: Page, name: string, options?: PageScreenshotOptions): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${colorScheme}`, options);
  }
}

async function picture(page: Page, name: string, options?: PageScreenshotOptions): Promise<void> {
  const path = join(root, "docs/images", `${name}.png`);
  await page.screenshot({ path, fullPage: true, caret: "hide", ...options });
  console.log(`${name}.png  ${Math.round(statSync(path).size / 1000)} kB`);
}
