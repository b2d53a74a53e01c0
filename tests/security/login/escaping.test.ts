// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withoutOwnScript } from "./own-script.ts";
import { createPageBrowser, type PageAnswer } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";
import { PASSWORD } from "./world.ts";

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;`;
const yaml = JSON.stringify(HOSTILE);

let pages: RunningPages;
before(async () => {
  pages = await startPages({
    state: `
resources:
  - { name: orders, identifier: "https://orders.example.test", actions: { read: { description: ${yaml} } } }
users: [{ username: ada, password: ${PASSWORD}, name: ${yaml}, email: "<b>@example.test" }]
applications:
  - { client_id: shop, client_secret: shop-secret-shop-secret-shop-secret, name: ${yaml}, type: web, first_party: true, redirect_uris: ["https://shop.example.test/callback"] }
`,
  });
});
after(() => pages.stop());

function assertEscaped(what: string, { text, headers }: PageAnswer): void {
  assert.doesNotMatch(withoutOwnScript(text), /<script|<img src=x|onerror='/i, what);
  assert.match(text, /&quot;&gt;&lt;script&gt;/, `${what}: it is there, as text`);
  assert.match(String(headers["content-security-policy"]), /img-src 'self';/, what);
}

test("RFC 7591 §5: whatever others wrote is text on every page, and so is what comes from the address", async () => {
  const browser = createPageBrowser(pages.url, { "user-agent": HOSTILE });
  const hints = { login_hint: HOSTILE, ui_locales: HOSTILE, prompt: "select_account" };
  const path = await pages.authorize(browser, hints);
  const login = await browser.get(path);
  assertEscaped("login", login);
  assert.equal(login.fields.username, HOSTILE, "the hint is in the field");
  assertEscaped(
    "wrong",
    await browser.post("/login", { ...login.fields, username: HOSTILE, password: "no" }),
  );

  assert.equal((await browser.signIn("ada", PASSWORD)).status, 303);
  assertEscaped("select account", await browser.get(path));
  const { id } = await pages.getUser("ada");
  const now = pages.clock.seconds();
  const item = { agreed: true, revision: 1, decidedAt: now, expiresAt: now + 100 };
  await pages.storage.consents.remember(id, "shop", [
    { scope: "orders:read", ...item },
    { scope: `orders:<script>:read`, ...item },
  ]);
  const account = await browser.get("/account", { "user-agent": HOSTILE });
  assertEscaped("account", account);
  assert.match(account.text, /orders:&lt;script&gt;:read/);
});

test("the mistakes of an address do not appear in the answer", async () => {
  const browser = createPageBrowser(pages.url, { "x-request-id": HOSTILE.slice(0, 60) });
  const hostile = encodeURIComponent(HOSTILE);
  for (const path of [
    `/login?interaction=${hostile}`,
    `/login?${hostile}=1&${hostile}=2`,
    `/assets/logos/${hostile}/x`,
  ]) {
    const { status, text, headers } = await browser.get(path);
    assert.ok(status >= 400 && status < 500, path);
    assert.doesNotMatch(text, /alert\(|onerror|script/i);
    assert.match(String(headers["x-request-id"]), /^[\w-]+$/);
  }
});
