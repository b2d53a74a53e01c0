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
