// @engine sqlite: what is stored here is stored alike on every engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLicetFolder, type LicetFolder } from "../../packages/server/src/cli/testing/run-licet.ts";
import { requestHead, sendRaw } from "../security/raw-connection.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import {
  type Browser,
  consent,
  createBrowser,
  type Fields,
  isConsentPage,
  isLoginPage,
  type Page,
  readForm,
  signIn,
} from "../support/sign-in.ts";
import { ENGINE, postForm, TEST_SECRET } from "../support/start-licet.ts";
import { untilKnown } from "../support/until-known.ts";

const ALICE = { username: "alice", password: "alice-demo-password" };
const BOB = { username: "bob", password: "bob-demo-password" };

describe("the demo", () => {
  let database: TestDatabase;
  let licet: LicetFolder;
  let server: ReturnType<LicetFolder["start"]>;
  let url: string;

  before(async () => {
    database = await createTestDatabase(ENGINE);
    const settings = { LICET_DATABASE_URL: database.url, LICET_SECRET: TEST_SECRET };
    licet = createLicetFolder({ LICET_PORT: "0", ...settings });
    server = licet.start(["serve", "--demo"]);
    url = /Address +(\S+)/.exec(await server.printed(/curl/))?.[1] ?? "";
  });
  after(async () => {
    server.stop();
    assert.equal((await server.result).code, 0);
    licet.remove();
    await database.drop();
  });

  /** Follows redirects within this server, also those with its whole address, as the shop has. */
  async function followOwnRedirects(browser: Browser, page: Page): Promise<Page> {
    let present = page;
    while (present.status === 303 && present.location !== undefined)
      present = await browser.get(present.location.replace(url, ""));
    return present;
  }

  /** Submits the start page without these scopes, and returns the page to which the button leads. */
  async function begin(browser: Browser, without: readonly string[] = []): Promise<Page> {
    const ticked = readForm(await browser.get("/demo"), 'id="demo-start"').filter(
      ([, scope]) => !without.includes(scope),
    );
    return followOwnRedirects(browser, await browser.get(`/demo/start?${queryOf(ticked)}`));
  }

  /** Signs in and consents. The answer is not yet sent to the shop. */
  async function signInForShop(browser: Browser, user = ALICE, leaveOut: readonly string[] = []) {
    const page = await signIn(browser, await begin(browser), user);
    const answer = await consent(browser, page, "allow", leaveOut);
    assert.ok(answer.location?.startsWith(`${url}/demo/callback?`), `it leads to ${answer.location}`);
    return answer;
  }

  const signInAndReturn = async (browser: Browser, user = ALICE, leaveOut: readonly string[] = []) =>
    followOwnRedirects(browser, await signInForShop(browser, user, leaveOut));

  test("the banner leads to it, and its first page says who can sign in", async () => {
    assert.ok((await server.printed(/curl/)).includes(`\n  ${url}/demo\n`));
    const page = await createBrowser(url).get("/demo");
    for (const { username, password } of [ALICE, BOB]) {
      assert.ok(page.text.includes(`<code>${username}</code>`));
      assert.ok(page.text.includes(`<code>${password}</code>`));
    }
    assert.ok(page.text.includes("See what is in stock"));
  });

  test("alice leaves one permission out and sees what the shop got, what not, and why", async () => {
    const result = await signInAndReturn(createBrowser(url), ALICE, ["orders:refund"]);
    assert.deepEqual(chipsOf(result), {
      granted: ["openid", "profile", "email", "offline_access", "orders:read", "orders:write"],
      refused: ["orders:refund you left it out", "stock:read the shop may not ask for it"],
    });
    assert.match(result.text, /Licet says that you are <b[^>]*>(<bdi>)?Alice/);
    assert.ok(result.text.includes("alice@example.test"));
  });

  test("bob has fewer permissions, so the same application gets less", async () => {
    const { refused } = chipsOf(await signInAndReturn(createBrowser(url), BOB));
    assert.deepEqual(refused, [
      "orders:write you do not have it",
      "orders:refund you do not have it",
      "stock:read the shop may not ask for it",
    ]);
  });

  test("of Licet itself the shop may have reasons explained, and nothing more", async () => {
    const { body } = await postForm(`${url}/oidc/token`, {
      grant_type: "client_credentials",
      client_id: "shop",
      client_secret: "demo-shop-secret-not-for-production",
      scope: "licet:*",
    });
    assert.equal(body.scope, "licet:explain");
  });

  test("in Chinese it is Chinese, the words for permissions included", async () => {
    const page = await createBrowser(url).get("/demo", { "accept-language": "zh-CN" });
    assert.ok(page.text.includes("修改订单") && page.text.includes("登录小店"));
  });

  test("the requests are shown as they were made, and never with the user's password", async () => {
    const result = await signInAndReturn(createBrowser(url));
    const requests = codesOf(result).filter((code) => code.startsWith("curl"));
    assert.equal(requests.length, 3);
    assert.match(requests[0] ?? "", /\/oidc\/auth\?.*code_challenge=.*&code_challenge_method=S256/);
    assert.match(requests[1] ?? "", /client_secret=demo-shop-secret-not-for-production/);
    assert.match(requests[2] ?? "", /\/oidc\/userinfo/);
    assert.ok(!result.text.includes(ALICE.password));
  });

  test("the tokens can be refreshed, and the new ones are shown", async () => {
    const browser = createBrowser(url);
    const first = await signInAndReturn(browser);
    const second = await followOwnRedirects(
      browser,
      await browser.post("/demo/refresh", readForm(first, "demo-refresh")),
    );
    assert.equal(second.status, 200);
    assert.deepEqual(chipsOf(second), chipsOf(first));
    assert.notEqual(claimOf(second, "jti"), claimOf(first, "jti"));
    assert.ok(codesOf(second).some((code) => code.includes("grant_type=refresh_token")));
  });

  test("without openid and offline_access there is neither an ID token nor anything to refresh", async () => {
    const browser = createBrowser(url);
    const login = await begin(browser, ["openid", "profile", "email", "offline_access"]);
    const result = await followOwnRedirects(
      browser,
      await consent(browser, await signIn(browser, login, ALICE)),
    );
    assert.deepEqual(chipsOf(result).granted, ["orders:read", "orders:write", "orders:refund"]);
    for (const id of ["id-token", "userinfo", "demo-refresh"])
      assert.ok(!result.text.includes(`id="${id}"`), id);
    assert.ok(result.text.includes('id="demo-sign-out"'));
  });

  test("a user who says no is told what the shop was told", async () => {
    const browser = createBrowser(url);
    const page = await signIn(browser, await begin(browser), ALICE);
    const result = await followOwnRedirects(browser, await consent(browser, page, "deny"));
    assert.equal(result.status, 200);
    assert.ok(result.text.includes("<code>access_denied</code>"));
    assert.ok(!result.text.includes('id="demo-sign-out"'));
  });

  test("every user is asked again, so that the demo can be seen twice", async () => {
    const browser = createBrowser(url);
    await signInAndReturn(browser, ALICE, ["orders:write"]);
    assert.ok(isConsentPage(await begin(browser)));
  });

  test("signing out goes through Licet and comes back: no user is signed in any more", async () => {
    const browser = createBrowser(url);
    const result = await signInAndReturn(browser);
    const form = readForm(result, "demo-sign-out");
    const left = await browser.post("/demo/sign-out", form);
    // The browser repeats the form there: the ID token is in no address.
    assert.deepEqual([left.status, left.location], [307, `${url}/oidc/logout`]);
    assert.ok(form.some(([name]) => name === "id_token_hint"));
    const back = await followOwnRedirects(browser, await browser.post("/oidc/logout", form));
    assert.ok(back.text.includes('id="demo-start"'));
    assert.equal((await browser.get("/demo/result")).location, "/demo");
    assert.ok(isLoginPage(await begin(browser)));
  });

  test("its cookie is its own: random, for its own paths, out of reach for scripts and other sites", async () => {
    const page = await createBrowser(url).get("/demo/start?scope=openid");
    const [cookie = ""] = page.headers.getSetCookie();
    assert.match(cookie, /^shop_visit=[\w-]{43}; Path=\/demo; HttpOnly; SameSite=Lax$/);
  });

  test("an answer that another browser asked for is refused, and is still good where it belongs", async () => {
    const browser = createBrowser(url);
    const answer = await signInForShop(browser);
    const path = (answer.location ?? "").replace(url, "");
    const stranger = createBrowser(url);
    await begin(stranger);
    assert.equal((await stranger.get(path)).status, 400);
    assert.equal((await createBrowser(url).get(path)).status, 400);
    assert.equal((await followOwnRedirects(browser, answer)).status, 200);
    assert.equal((await browser.get(path)).status, 400, "once");
  });

  for (const [what, change] of [
    ["another state", (answer: URLSearchParams) => answer.set("state", "x")],
    ["no state", (answer: URLSearchParams) => answer.delete("state")],
    ["another issuer", (answer: URLSearchParams) => answer.set("iss", "https://evil.example.test")],
    ["no issuer", (answer: URLSearchParams) => answer.delete("iss")],
    ["two codes", (answer: URLSearchParams) => answer.append("code", "x")],
  ] as const) {
    test(`an answer with ${what} is refused`, async () => {
      const browser = createBrowser(url);
      const { searchParams } = new URL((await signInForShop(browser)).location ?? "");
      change(searchParams);
      const page = await browser.get(`/demo/callback?${searchParams}`);
      assert.equal(page.status, 400);
      assert.equal((await browser.get("/demo/result")).location, "/demo");
    });
  }

  test("a code that is none is an error on the result page, not on the server", async () => {
    const browser = createBrowser(url);
    const { searchParams } = new URL((await signInForShop(browser)).location ?? "");
    searchParams.set("code", "x");
    const result = await followOwnRedirects(browser, await browser.get(`/demo/callback?${searchParams}`));
    assert.ok(result.text.includes("<code>invalid_grant</code>"));
  });

  test("no other site refreshes or signs out, and no form works in another browser", async () => {
    const browser = createBrowser(url);
    const form = readForm(await signInAndReturn(browser), "demo-refresh");
    for (const path of ["/demo/refresh", "/demo/sign-out"]) {
      assert.equal((await browser.post(path, [])).status, 403);
      assert.equal((await browser.post(path, form, { origin: "https://evil.example.test" })).status, 403);
      assert.equal((await browser.post(path, form, { "sec-fetch-site": "cross-site" })).status, 403);
      assert.equal((await createBrowser(url).post(path, form)).status, 400);
    }
    assert.equal((await browser.get("/demo/result")).status, 200);
  });

  test("RFC 9112 §3.2.2: a request that names the whole address gets the same page", async () => {
    const answer = await sendRaw(url, requestHead(url, `GET ${url}/demo`));
    assert.equal(answer.status, 200);
    assert.match(answer.body, /id="demo-start"/);
  });

  test("every page of it has the headers of a page", async () => {
    const browser = createBrowser(url);
    for (const page of [
      await browser.get("/demo"),
      await signInAndReturn(browser),
      await browser.get("/demo/callback"),
    ]) {
      assert.match(
        page.headers.get("content-security-policy") ?? "",
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      assert.equal(page.headers.get("cache-control"), "no-store");
    }
  });

  // The last test: afterwards the shop does not work any more.
  test("when the shop's secret is no longer the published one, a page says so", async () => {
    assert.equal((await licet.run(["secret", "rotate", "shop", "--keep-old", "0"])).code, 0);
    await untilKnown(async () => (await createBrowser(url).get("/demo")).status === 409);
    for (const path of ["/demo", "/demo/start?scope=openid"]) {
      const page = await createBrowser(url).get(path);
      assert.equal(page.status, 409);
      assert.ok(page.text.includes("licet apply examples/demo.yaml"));
      assert.deepEqual(page.headers.getSetCookie(), []);
    }
  });
});

test("after licet demo rekey the shop's page says what to do, also at the next start", async (t) => {
  const licet = createLicetFolder({ LICET_PORT: "0" });
  t.after(() => licet.remove());
  for (const isFirst of [true, false]) {
    const server = licet.start(["serve", "--demo"]);
    t.after(() => server.stop());
    const url = /Address +(\S+)/.exec(await server.printed(/Database/))?.[1] ?? "";
    if (isFirst) {
      assert.equal((await createBrowser(url).get("/demo")).status, 200);
      assert.equal((await licet.run(["demo", "rekey"])).code, 0);
    }
    for (const path of ["/demo", "/demo/start"]) {
      const page = await createBrowser(url).get(path);
      assert.equal(page.status, 409);
      assert.match(page.text, /licet demo rekey/);
      assert.ok(!page.text.includes(ALICE.password));
    }
    server.stop();
    assert.equal((await server.result).code, 0);
  }
});

test("without --demo nothing of it is there, not even on a database that holds the demo", async (t) => {
  const licet = createLicetFolder({ LICET_PORT: "0" });
  t.after(() => licet.remove());
  const filled = licet.start(["serve", "--demo"]);
  const [, before = ""] = /Address +(\S+)/.exec(await filled.printed(/curl/)) ?? [];
  const written = (await readShop(before)).redirect_uris;
  filled.stop();
  await filled.result;

  const server = licet.start(["serve"]);
  const banner = await server.printed(/curl/);
  const url = /Address +(\S+)/.exec(banner)?.[1] ?? "";
  assert.ok(!banner.includes("/demo"));
  for (const path of ["/demo", "/demo/start", "/demo/callback", "/demo/result", "/demo/refresh"])
    assert.equal((await createBrowser(url).get(path)).status, 404, path);
  const { redirect_uris } = await readShop(url);
  assert.equal(redirect_uris[0], `${before}/demo/callback`);
  assert.deepEqual(redirect_uris, written, "nothing was written");
  server.stop();
  await server.result;
});

/** Reads the application of the shop as the administrator of the demo. */
async function readShop(url: string): Promise<{ readonly redirect_uris: readonly string[] }> {
  const { body } = await postForm(`${url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "admin",
    client_secret: "demo-admin-secret-not-for-production",
    scope: "licet:applications.read",
  });
  const headers = { authorization: `Bearer ${body.access_token}` };
  const answer = await fetch(`${url}/api/v1/applications/shop`, { headers });
  assert.equal(answer.status, 200);
  return (await answer.json()) as { redirect_uris: string[] };
}

const queryOf = (fields: Fields) =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));

const withoutTags = (html: string) => readEntities(html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")).trim();

function chipsOf({ text }: Page) {
  const chips = (kind: string) =>
    Array.from(text.matchAll(new RegExp(`<li class="chip ${kind}">(.*?)</li>`, "gs")), ([, chip = ""]) =>
      withoutTags(chip),
    );
  return { granted: chips("granted"), refused: chips("refused") };
}

const codesOf = ({ text }: Page): readonly string[] =>
  Array.from(text.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs), ([, code = ""]) => readEntities(code));

const claimOf = (page: Page, name: string): unknown => JSON.parse(codesOf(page)[0] ?? "")[name];

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };
const readEntities = (text: string): string =>
  text.replace(/&(quot|#39|lt|gt|amp);/g, (_all, name: string) => ENTITIES[name] ?? "");
