import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { exchange } from "../support/sign-in.ts";
import { ALICE, BOB } from "../support/storefront.ts";
import { useChromium } from "./support/chromium.ts";
import { receiveAnswers } from "./support/receive-answers.ts";
import { startApplication } from "./support/start-application.ts";
import { allow, readShown, signIn } from "./support/user-at-page.ts";
import { createShop, useWorld } from "./support/world.ts";

const SHOP = createShop("flow", "web");
const chromium = useChromium();
const world = useWorld(SHOP, ({ application }) => application.serve(receiveAnswers));

const callback = () => `${world.application.url}/callback`;
const request = (more: Readonly<Record<string, string>> = {}): string =>
  `${world.licet.url}/oidc/auth?${new URLSearchParams({
    client_id: SHOP.client_id,
    response_type: "code",
    redirect_uri: callback(),
    scope: "openid orders:read orders:write",
    state: "a state",
    prompt: "consent",
    ...more,
  })}`;

async function openPage(options?: BrowserContextOptions): Promise<Page> {
  return (await chromium.open(options)).newPage();
}
const close = (page: Page) => page.context().close();

/** Exchanges the code on the application's page, and returns the granted scope. */
async function exchangeForScope(page: Page): Promise<unknown> {
  const { code } = await readShown(page);
  const { client_id, client_secret } = SHOP;
  const application = { client_id, client_secret, redirect_uri: callback() };
  const { body } = await exchange(world.licet, String(code), application);
  return body.scope;
}

describe("without JavaScript", () => {
  test("a user signs in, unticks an item, withdraws the consent at the account page, and signs out", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(request());
    assert.equal(await page.isVisible("#password-show"), false, "it could do nothing");
    await page.getByRole("button", { name: "中文" }).click();
    await page.waitForLoadState();
    assert.match(await page.title(), /登录/);
    await page.getByRole("button", { name: "English" }).click();
    await signIn(page, ALICE);
    await page.uncheck('input[value="orders:write"]');
    await allow(page);
    assert.equal(await exchangeForScope(page), "openid orders:read");

    await page.goto(`${world.licet.url}/account`);
    await page.click('button[aria-label^="Forget"]');
    assert.match((await page.locator("[role=status]").textContent()) ?? "", /withdrawn/);
    await page.click('a[href="/logout"]');
    await page.click("#logout-confirm");
    await page.waitForLoadState();
    assert.match(await page.title(), /^You are signed out/);
    await close(page);
  });

  test("form_post needs one more click", async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(request({ response_mode: "form_post" }));
    await signIn(page, ALICE);
    await allow(page);
    await page.click("#form-post-continue");
    assert.equal((await readShown(page)).method, "POST");
    assert.equal(await exchangeForScope(page), "openid orders:read orders:write");
    await close(page);
  });
});

test("a user signs in, unticks an item and allows the rest with the keyboard alone, and always sees the focus", async () => {
  const page = await openPage();
  const { keyboard } = page;
  await page.goto(request());
  assert.equal(await focused(page), "#username", "the first field is ready");
  await keyboard.type(ALICE.username);
  await press(page, "Tab", "#password");
  await keyboard.type(ALICE.password);
  await press(page, "Tab", "#password-show");
  await press(page, "Tab", "#login-submit");
  await keyboard.press("Enter");
  await page.waitForSelector("#consent-allow");

  await press(page, "Tab", "skip");
  await press(page, "Tab", "#account-switch");
  await press(page, "Tab", "orders:write");
  await keyboard.press("Space");
  assert.equal(await page.isChecked('input[value="orders:write"]'), false);
  await press(page, "Tab", "#consent-deny");
  await press(page, "Tab", "#consent-allow");
  await keyboard.press("Enter");
  await page.waitForURL(`${callback()}?*`);
  assert.equal(await exchangeForScope(page), "openid orders:read");
  await close(page);
});

test("a user shows the password, learns what is missing at the fields, and changes the language in the middle of it", async () => {
  const page = await openPage({ locale: "en-GB" });
  await page.goto(request());
  await page.click("#login-submit");
  await page.waitForSelector("#password-problem");
  assert.equal(await focused(page), "#username");
  assert.equal(await page.textContent("#username-problem"), "Enter your username or email.");
  await page.click("#password-show");
  assert.deepEqual(await readPassword(page), ["text", "true"]);
  assert.equal(await page.locator("[role=alert]").count(), 2, "the button does not send the form");
  await page.click("#password-show");
  assert.deepEqual(await readPassword(page), ["password", "false"]);

  await page.getByRole("button", { name: "中文" }).click();
  await page.waitForSelector("html[lang=zh-Hans]");
  await signIn(page, ALICE);
  await page.waitForSelector("#consent-allow");
  assert.match(await page.title(), /请求授权/, "the pages after it are in this language, too");
  await page.getByRole("button", { name: "English" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("html[lang=en]");
  await allow(page);
  await page.waitForURL(`${callback()}?*`);
  assert.equal(await exchangeForScope(page), "openid orders:read orders:write");
  await close(page);
});

const readPassword = async (page: Page) => [
  await page.getAttribute("#password", "type"),
  await page.getAttribute("#password-show", "aria-pressed"),
];

test("Enter in the password field is enough to sign in", async () => {
  const page = await openPage();
  await page.goto(request());
  await page.fill("#username", ALICE.username);
  await page.fill("#password", ALICE.password);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#consent-allow");
  await close(page);
});

describe("form-action (CSP 3 §6.4.1), which Chromium also applies to redirects", () => {
  test("the consent form redirects to the application on another site", async () => {
    const page = await openPage();
    await page.goto(request());
    const [consentPage] = await Promise.all([page.waitForResponse("**/consent?*"), signIn(page, ALICE)]);
    const policy = consentPage.headers()["content-security-policy"] ?? "";
    assert.match(policy, new RegExp(`form-action 'self' ${world.application.url};`));
    await page.click("#consent-deny");
    await page.waitForURL(`${callback()}?*`);
    assert.equal((await readShown(page)).error, "access_denied");
    await close(page);
  });

  test("a form cannot be sent to any other site", async () => {
    const page = await openPage();
    await page.goto(request());
    const violated = await page.evaluate(`new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      document.forms[0].action = "http://somewhere.localhost:1/";
      document.forms[0].submit();
    })`);
    assert.equal(violated, "form-action");
    assert.match(page.url(), /\/login\?/);
    await close(page);
  });

  test("form_post sends its form without a click, and without a referrer", async () => {
    const page = await openPage();
    await page.goto(request({ response_mode: "form_post" }));
    await signIn(page, ALICE);
    await allow(page);
    await page.waitForURL(callback());
    const { code, ...shown } = await readShown(page);
    assert.ok(code);
    assert.deepEqual(shown, { method: "POST", origin: "null", state: "a state", iss: world.licet.url });
    await close(page);
  });

  test("signing out redirects back to the application", async () => {
    const page = await openPage();
    await page.goto(request());
    await signIn(page, ALICE);
    await page.waitForSelector("#consent-allow");
    const query = { client_id: SHOP.client_id, post_logout_redirect_uri: world.application.url, state: "x" };
    await page.goto(`${world.licet.url}/oidc/logout?${new URLSearchParams(query)}`);
    await page.click("#logout-confirm");
    await page.waitForURL(`${world.application.url}/?state=x`);
    await close(page);
  });
});

test("RFC 9700 §4.16: no page of Licet can be shown in a frame of another site", async (t) => {
  const attacker = await startApplication();
  t.after(attacker.stop);
  const page = await openPage();
  await page.goto(request());
  await signIn(page, ALICE);
  await page.waitForSelector("#consent-allow");
  const [consentUrl, { url }] = [page.url(), world.licet];
  const framed = [
    request(),
    consentUrl,
    `${url}/login`,
    `${url}/account`,
    `${url}/logout`,
    `${url}/login?interaction=x`,
  ];
  attacker.serve((_request, response) => {
    const frames = framed.map((source) => `<iframe src="${source.replaceAll("&", "&amp;")}"></iframe>`);
    response.setHeader("content-type", "text/html").end(frames.join(""));
  });
  await page.goto(attacker.url);
  const frames = page.frames().slice(1);
  assert.equal(frames.length, framed.length);
  for (const frame of frames) {
    // A frame whose page is refused has no address for a moment after the outer page has loaded.
    while (frame.url() === "") await page.evaluate("new Promise(requestAnimationFrame)");
    assert.match(frame.url(), /^chrome-error:/, "Chromium shows its own page instead");
  }
  await close(page);
});

test("RFC 6265bis: the cookies are HttpOnly and SameSite=Lax, and those of a sign-in end when the browser is closed", async () => {
  const page = await openPage();
  await page.goto(request());
  await signIn(page, ALICE);
  await page.waitForSelector("#consent-allow");
  const cookies = await page.context().cookies();
  const names = cookies.map(({ name }) => name).sort();
  assert.deepEqual(names, ["licet_browser", "licet_device", "licet_session"]);
  for (const { name, httpOnly, sameSite, expires, path } of cookies) {
    assert.deepEqual({ httpOnly, sameSite, path }, { httpOnly: true, sameSite: "Lax", path: "/" });
    // The browser is known from an earlier sign-in; that does not sign the user in.
    assert.equal(expires === -1, name !== "licet_device", name);
  }
  assert.equal(await page.evaluate("document.cookie"), "");
  await close(page);
});

test("each of two tabs gets the response to its own request", async () => {
  const first = await openPage();
  const second = await first.context().newPage();
  await first.goto(request({ state: "first" }));
  await second.goto(request({ state: "second" }));
  await signIn(second, ALICE);
  await allow(second);
  await second.waitForURL(`${callback()}?*`);
  // The first tab still shows the password form.
  await signIn(first, ALICE);
  await allow(first);
  await first.waitForURL(`${callback()}?*`);
  assert.equal((await readShown(first)).state, "first");
  assert.equal((await readShown(second)).state, "second");
  await close(first);
});

test("a consent page is refused after another user has signed in, and then asks the new user", async () => {
  const first = await openPage();
  await first.goto(request());
  await signIn(first, ALICE);
  await first.waitForSelector("#consent-allow");
  const second = await first.context().newPage();
  await second.goto(request({ prompt: "login" }));
  await signIn(second, BOB);
  await second.waitForSelector("#consent-allow");
  await first.click("#consent-allow");
  await first.waitForLoadState();
  assert.match(await first.title(), /We could not be sure that this was you/);
  await first.goBack();
  assert.match((await first.locator("form.strip").textContent()) ?? "", /Bob/, "the question is Bob's now");
  await close(first);
});

test("the back button after the redirect shows that the user is signed in already, without a form to send again", async () => {
  const page = await openPage();
  await page.goto(request());
  await signIn(page, ALICE);
  await allow(page);
  await page.waitForURL(`${callback()}?*`);
  await page.goBack();
  assert.match(await page.title(), /You are signed in already/);
  assert.equal(await page.locator("form:not(.languages)").count(), 0);
  await page.goBack();
  assert.match(await page.title(), /You are signed in already/);
  await page.getByRole("link", { name: "Go to your account" }).click();
  await page.waitForURL("**/account");
  await close(page);
});

/** Presses a key, and expects the focus on this element with a visible ring. */
async function press(page: Page, key: string, expected: string): Promise<void> {
  await page.keyboard.press(key);
  assert.equal(await focused(page), expected);
  assert.ok(
    await page.evaluate(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    })()`),
    `${expected} has a ring`,
  );
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { id, value, className } = document.activeElement;
    return id ? "#" + id : value || className;
  })()`);
