// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  authorize,
  type Browser,
  consent,
  createBrowser,
  followRedirects,
  isConsentPage,
  type Page,
  readAuthorizationResponse,
  readForm,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, BOB, createRequest, DESK, SHOP_CLIENT, STOREFRONT } from "../../support/storefront.ts";

const HOME = "https://desk.example.test/start?from=licet";

let licet: Storefront;
before(async () => {
  const state = STOREFRONT.replace("name: desk,", `name: The desk, home_page: "${HOME}",`);
  licet = await startStorefront({ state });
});
after(() => licet.stop());

/** Signs in, consents if asked, and returns the pages and the paths to which the user can go back. */
async function signInAtApplication(
  browser: Browser,
  client: { readonly client_id: string },
  more: Record<string, string> = {},
) {
  const login = await authorize(browser, createRequest(client, more));
  const id = readForm(login, 'id="login-submit"').find(([name]) => name === "interaction")?.[1];
  const next = await signIn(browser, login, ALICE);
  const question = isConsentPage(next) ? next : undefined;
  assert.ok(readAuthorizationResponse(question ? await consent(browser, question) : next).code);
  return { login, question, paths: [`/login?interaction=${id}`, `/consent?interaction=${id}`] as const };
}

const linksOf = ({ text }: Page): readonly string[] =>
  Array.from(text.matchAll(/<a class="button[^"]*" href="([^"]*)"/g), ([, href = ""]) => href);

test("a user who goes back after signing in learns that it is done, and where to go", async () => {
  const browser = createBrowser(licet.url);
  const { paths } = await signInAtApplication(browser, DESK);
  for (const path of [...paths, `${paths[0]}&account=other`]) {
    const page = await browser.get(path, { "accept-language": "en" });
    assert.equal(page.status, 200, path);
    assert.match(page.text, /<h1>You are signed in already<\/h1>/);
    assert.match(page.text, /The desk/);
    assert.match(page.text, /Alice/);
    assert.deepEqual(linksOf(page), [HOME, "/account"]);
    assert.doesNotMatch(page.text, /<form (?!class="languages")/, "there is nothing to send again");
    assert.equal(page.headers.get("cache-control"), "no-store");
  }
  const chinese = await browser.get(paths[0], { "accept-language": "zh-CN" });
  assert.match(chinese.text, /<h1>您已登录<\/h1>/);
});

test("an application without a home page leaves the way to the account", async () => {
  const browser = createBrowser(licet.url);
  const { paths } = await signInAtApplication(browser, SHOP_CLIENT);
  const page = await browser.get(paths[1]);
  assert.equal(page.status, 200);
  assert.deepEqual(linksOf(page), ["/account"]);
});

test("the language that the application asked for stays", async () => {
  const browser = createBrowser(licet.url);
  const { paths } = await signInAtApplication(browser, DESK, { ui_locales: "zh-CN" });
  assert.match((await browser.get(paths[0], { "accept-language": "en" })).text, /您已登录/);
});

test("nothing in the address or in the form decides where it leads", async () => {
  const browser = createBrowser(licet.url);
  const { paths, login, question } = await signInAtApplication(browser, SHOP_CLIENT, { prompt: "consent" });
  const evil = encodeURIComponent("https://evil.example.test/");
  const more = ["redirect_uri", "post_logout_redirect_uri", "home_page", "client_id", "application"];
  const query = more.map((name) => `&${name}=${evil}`).join("");
  const pages = [await browser.get(paths[0] + query), await browser.get(paths[1] + query)];
  assert.ok(question);
  for (const [path, shown, words] of [
    ["/login", login, 'id="login-submit"'],
    ["/consent", question, 'id="consent-allow"'],
  ] as const) {
    const again = [
      ...readForm(shown, words),
      ["decision", "allow"],
      ["redirect_uri", "https://evil.example.test/"],
    ] as const;
    const page = await browser.post(path, again);
    assert.equal(page.status, 400, "a form that comes again does nothing");
    pages.push(page);
  }
  for (const page of pages) {
    assert.equal(page.location, undefined);
    assert.doesNotMatch(page.text, /evil/);
    assert.deepEqual(linksOf(page), ["/account"]);
  }
});

/** Checks that the page says that it has expired, and names neither the user nor the application. */
const assertExpired = async (browser: Browser, path: string) => {
  const page = await browser.get(path, { "accept-language": "en" });
  assert.equal(page.status, 400);
  assert.match(page.text, /This page has expired/);
  assert.doesNotMatch(page.text, /Alice|The desk/);
};

test("another browser, another user of the same browser, a user who signed out, and one who denied learn nothing", async () => {
  const browser = createBrowser(licet.url);
  const { paths } = await signInAtApplication(browser, DESK);
  await assertExpired(createBrowser(licet.url), paths[0]);
  await assertExpired(await licet.openBrowser(BOB), paths[0]);
  const stolen = createBrowser(licet.url);
  for (const name of browser.cookies.keys())
    if (name.endsWith("_browser")) stolen.cookies.set(name, browser.cookies.get(name) ?? "");
  await assertExpired(stolen, paths[0]);

  const shared = createBrowser(licet.url);
  const first = await signInAtApplication(shared, DESK);
  await signIn(shared, await authorize(shared, createRequest(DESK, { prompt: "login" })), BOB);
  await assertExpired(shared, first.paths[0]);

  const question = await followRedirects(browser, await browser.get("/logout"));
  await browser.post("/logout", [...readForm(question, "csrf"), ["decision", "sign_out"]]);
  await assertExpired(browser, paths[0]);

  const refusing = createBrowser(licet.url);
  const asked = await signIn(
    refusing,
    await authorize(refusing, createRequest(SHOP_CLIENT, { prompt: "consent" })),
    ALICE,
  );
  const id = readForm(asked, 'id="consent-allow"').find(([name]) => name === "interaction")?.[1];
  assert.equal(readAuthorizationResponse(await consent(refusing, asked, "deny")).error, "access_denied");
  await assertExpired(refusing, `/consent?interaction=${id}`);
});

test("after half an hour it is over for good, and an application that was disabled is not named", async () => {
  const browser = createBrowser(licet.url);
  const { paths } = await signInAtApplication(browser, DESK);
  const desk = await licet.services.storage.state.find("application", DESK.client_id);
  assert.ok(desk);
  const put = (enabled: boolean) =>
    licet.services.storage.state.commit([{ op: "put", kind: "application", value: { ...desk, enabled } }], {
      name: "test",
      at: 0,
    });
  await put(false);
  const page = await browser.get(paths[0]);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /The desk/);
  assert.deepEqual(linksOf(page), ["/account"]);
  await put(true);
  licet.clock.advance(1_801);
  await assertExpired(browser, paths[0]);
});
