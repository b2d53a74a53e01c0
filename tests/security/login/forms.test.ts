// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createPageBrowser, type Fields } from "./page-browser.ts";
import { type RunningPages, startPages } from "./start-pages.ts";
import { PASSWORD } from "./world.ts";

let pages: RunningPages;
before(async () => {
  pages = await startPages();
});
after(() => pages.stop());

const credentials = { username: "ada", password: PASSWORD };

/** An open login page in a fresh browser. */
async function openLogin() {
  const browser = createPageBrowser(pages.url);
  return { browser, page: await browser.openLogin() };
}

const countSessions = async () =>
  (await pages.storage.sessions.listOfUser((await pages.getUser("ada")).id)).length;

async function assertRefused(send: () => Promise<{ status: number; text: string; headers: object }>) {
  const before = await countSessions();
  const answer = await send();
  assert.equal(answer.status, 403);
  assert.match(answer.text, /could not be sure that this was you/);
  assert.ok(!("location" in answer.headers));
  assert.doesNotMatch(JSON.stringify(answer.headers), /licet_session/);
  assert.equal(await countSessions(), before, "nobody was signed in");
}

test("a form that came from our page, in the same browser, signs in", async () => {
  const { browser, page } = await openLogin();
  const headers = { origin: pages.url, "sec-fetch-site": "same-origin" };
  const answer = await browser.post("/login", { ...page.fields, ...credentials }, headers);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, "/account");
});

describe("RFC 9700 §4.7: a login form with a token that is not the one of this page in this browser", () => {
  const changes: Record<string, (fields: Fields) => Promise<Fields> | Fields> = {
    "no token": (fields) => ({ ...fields, csrf: undefined }),
    "an empty token": (fields) => ({ ...fields, csrf: "" }),
    "a made-up token": (fields) => ({ ...fields, csrf: "A".repeat(43) }),
    "a token with one character changed": ({ csrf = "", ...fields }) => ({
      ...fields,
      csrf: (csrf.startsWith("A") ? "B" : "A") + csrf.slice(1),
    }),
    "a token that is too long": ({ csrf = "", ...fields }) => ({ ...fields, csrf: `${csrf}AAAA` }),
    "the token of another browser": async (fields) => ({
      ...fields,
      csrf: (await openLogin()).page.fields.csrf,
    }),
    "the form of another browser": async () => (await openLogin()).page.fields,
    "no interaction": (fields) => ({ ...fields, interaction: undefined }),
    "another interaction": (fields) => ({ ...fields, interaction: "A".repeat(43) }),
  };
  for (const [name, change] of Object.entries(changes)) {
    test(name, async () => {
      const { browser, page } = await openLogin();
      const fields = await change(page.fields);
      await assertRefused(() => browser.post("/login", { ...fields, ...credentials }));
    });
  }

  test("the token of another page of the same browser", async () => {
    const { browser, page } = await openLogin();
    const other = await browser.openLogin();
    assert.notEqual(other.fields.interaction, page.fields.interaction);
    const mixed = { ...page.fields, csrf: other.fields.csrf, ...credentials };
    await assertRefused(() => browser.post("/login", mixed));
  });

  test("a browser that keeps no cookies", async () => {
    const { browser, page } = await openLogin();
    browser.cookies.clear();
    await assertRefused(() => browser.post("/login", { ...page.fields, ...credentials }));
  });

  test("two browser cookies, one of them planted", async () => {
    const { browser, page } = await openLogin();
    const jar = `licet_browser=${"A".repeat(43)}; licet_browser=${browser.token()}`;
    await assertRefused(() => browser.post("/login", { ...page.fields, ...credentials }, { cookie: jar }));
  });
});

describe("RFC 6749 §10.12, login CSRF: what the browser says about where a form comes from", () => {
  const refused: Record<string, Record<string, string>> = {
    "a foreign origin": { origin: "https://evil.test" },
    "no origin at all, as a sandboxed frame has": { origin: "null" },
    "another port": { origin: "http://127.0.0.1:1" },
    "another scheme": { origin: "https://127.0.0.1" },
    "our origin with more behind it": { origin: "http://127.0.0.1.evil.test" },
    "an empty origin": { origin: "" },
    "another site": { "sec-fetch-site": "cross-site" },
    "another subdomain": { "sec-fetch-site": "same-site" },
    "something new": { "sec-fetch-site": "same-universe" },
  };
  for (const [name, headers] of Object.entries(refused)) {
    for (const path of ["/login", "/account/sessions/end-others", "/account/password"]) {
      test(`${name}, at ${path}`, async () => {
        const { browser, page } = await openLogin();
        await assertRefused(() => browser.post(path, { ...page.fields, ...credentials }, headers));
      });
    }
  }

  test("a foreign origin is refused although the fetch metadata sound right, and the other way round", async () => {
    for (const headers of [
      { origin: "https://evil.test", "sec-fetch-site": "same-origin" },
      { origin: pages.url, "sec-fetch-site": "cross-site" },
    ]) {
      const { browser, page } = await openLogin();
      await assertRefused(() => browser.post("/login", { ...page.fields, ...credentials }, headers));
    }
  });
});

describe("forms that are not forms", () => {
  const bodies: Record<string, readonly [body: string, headers: Record<string, string>, status: number]> = {
    "a repeated field": ["csrf=a&csrf=b", {}, 400],
    "broken escapes": ["csrf=%zz", {}, 400],
    JSON: ["{}", { "content-type": "application/json" }, 400],
    "plain text, as a form of another site can send": ["csrf=a", { "content-type": "text/plain" }, 400],
    "more than any form": [`password=${"x".repeat(70_000)}`, {}, 413],
  };
  for (const [name, [body, headers, status]] of Object.entries(bodies)) {
    for (const path of ["/login", "/account/password", "/account/consents/withdraw"]) {
      test(`${name} at ${path}: a page with ${status}`, async () => {
        const answer = await createPageBrowser(pages.url).post(path, body, headers);
        assert.equal(answer.status, status);
        assert.match(String(answer.headers["content-type"]), /^text\/html/);
      });
    }
  }

  test("other methods are told what is allowed", async () => {
    const answer = await createPageBrowser(pages.url).post("/account", {});
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.allow, "GET");
    assert.match(String(answer.headers["content-type"]), /^text\/html/);
  });
});

describe("the form that chooses the language", () => {
  const chosen = (cookies: unknown) =>
    [cookies ?? []].flat().filter((each) => /licet_language/.test(String(each)));

  test("shows the same page again, in the other language, above what the browser and the application wish", async () => {
    const browser = createPageBrowser(pages.url, { "accept-language": "en" });
    const path = await pages.authorize(browser, { ui_locales: "en" });
    assert.match((await browser.get(path)).text, /<html lang="en"/);
    const answer = await browser.post("/language", { language: "zh" }, { referer: pages.url + path });
    assert.deepEqual([answer.status, answer.headers.location], [303, path]);
    assert.deepEqual(chosen(answer.headers["set-cookie"]), [
      "licet_language=zh; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
    ]);
    assert.match((await browser.get(path)).text, /<html lang="zh-Hans"/);
    assert.match((await browser.get("/login?interaction=gone")).text, /<html lang="zh-Hans"/, "errors too");
  });

  test("after a failed attempt leads back to the form of this sign-in", async () => {
    const { browser, page } = await openLogin();
    const failed = await browser.post("/login", { ...page.fields, username: "ada", password: "no" });
    const [, returnTo = ""] = /name="return_to" value="([^"]+)"/.exec(failed.text) ?? [];
    const path = returnTo.replaceAll("&amp;", "&");
    const answer = await browser.post("/language", { language: "zh", return_to: path });
    assert.equal(answer.headers.location, path);
    const again = await browser.get(path);
    assert.equal(again.fields.interaction, page.fields.interaction);
  });

  for (const to of [
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "",
    "/a\r\nb: c",
  ])
    test(`never leads to another server: ${JSON.stringify(to)}`, async () => {
      for (const [fields, headers] of [
        [{ return_to: to }, {}],
        [{}, { referer: to.replaceAll(/[\r\n]/g, "") }],
      ] as const) {
        const browser = createPageBrowser(pages.url);
        const answer = await browser.post("/language", { language: "en", ...fields }, headers);
        assert.deepEqual([answer.status, answer.headers.location], [303, "/account"]);
      }
    });

  test("is not taken from another site, nor for a language that is not there, nor by a link", async () => {
    const browser = createPageBrowser(pages.url);
    for (const [answer, status] of [
      [await browser.post("/language", { language: "zh" }, { origin: "https://evil.test" }), 403],
      [await browser.post("/language", { language: "zh" }, { "sec-fetch-site": "cross-site" }), 403],
      [await browser.post("/language", { language: "en; Domain=evil.test" }), 400],
      [await browser.get("/language?language=zh"), 405],
    ] as const) {
      assert.equal(answer.status, status);
      assert.deepEqual(chosen(answer.headers["set-cookie"]), []);
    }
    browser.cookies.set("licet_language", "xx");
    assert.match((await browser.openLogin()).text, /<html lang="en"/);
  });
});

test("an empty form is no attempt: what is missing is said at the fields, and nothing is counted or written down", async () => {
  const { browser, page } = await openLogin();
  const failures = async () => (await pages.auditLog("user.sign_in_failed")).length;
  const before = await failures();
  for (const [fields, missing] of [
    [{ username: "", password: "" }, ["username", "password"]],
    [{ username: " ", password: "x" }, ["username"]],
    [{ username: "ada", password: "" }, ["password"]],
    [{}, ["username", "password"]],
  ] as const) {
    const answer = await browser.post("/login", { ...page.fields, ...fields });
    assert.equal(answer.status, 400);
    const found = Array.from(answer.text.matchAll(/ id="(\w+)-problem" role="alert"/g), ([, field]) => field);
    assert.deepEqual(found, missing);
  }
  assert.equal(await failures(), before);
});

test("an address that leads nowhere is a page for a browser, without the address, and a problem for a program", async () => {
  const browser = createPageBrowser(pages.url);
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  const page = await browser.get("/no-such-path?secret=abc", { accept });
  assert.equal(page.status, 404);
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  assert.match(page.text, /There is nothing here[\s\S]*href="\/account"/);
  assert.doesNotMatch(page.text, /no-such-path|secret=abc/);
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
    const problem = await browser.get("/no-such-path", headers);
    assert.equal(problem.status, 404);
    assert.match(String(problem.headers["content-type"]), /^application\/problem\+json/);
  }
});

test("an interaction that is over, expired or of another browser gets one answer, and signs no user in", async () => {
  const { browser, page } = await openLogin();
  const other = createPageBrowser(pages.url);
  const path = `/login?interaction=${page.fields.interaction}`;
  const texts = [];
  for (const open of [
    () => other.get(path),
    () => browser.get(`/login?interaction=${"A".repeat(43)}`),
    () => browser.get("/login?interaction=short"),
    () => browser.get("/login?interaction=%00"),
    async () => {
      pages.clock.advance(1_801);
      return browser.get(path);
    },
  ]) {
    const answer = await open();
    assert.equal(answer.status, 400);
    texts.push(answer.text.replace(/<code>[^<]*<\/code>/, ""));
  }
  assert.equal(new Set(texts).size, 1, "nobody is told which");
  const late = await browser.post("/login", { ...page.fields, ...credentials });
  assert.equal(late.status, 400);
  assert.equal(browser.sessionToken(), undefined);
});
